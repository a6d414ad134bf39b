/** Sounds made in code: a card, a chip, a knock, a bell, a chord. */

import { preferences } from "./preferences.svelte";

let context: AudioContext | null = null;
let touched = false;

// A browser lets a page play sounds only after somebody has touched it.
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (touched = true), { once: true });

function ready(): AudioContext | null {
  if (!preferences.sounds || !touched) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context.state === "running" ? context : null;
}

function tone(pitch: number, start: number, length: number, loudness: number, shape: OscillatorType = "sine"): void {
  const audio = ready();
  if (!audio) return;
  const at = audio.currentTime + start;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = shape;
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

function rustle(pitch: number, length: number, loudness: number): void {
  const audio = ready();
  if (!audio) return;
  const frames = Math.floor(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let frame = 0; frame < frames; frame += 1) samples[frame] = (Math.random() * 2 - 1) * (1 - frame / frames) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

const SOUNDS = {
  card: () => rustle(2600, 0.09, 0.18),
  chips: () => [0, 0.045, 0.1].forEach((start) => tone(3200 - start * 4000, start, 0.06, 0.04, "triangle")),
  knock: () => [0, 0.11].forEach((start) => tone(150, start, 0.08, 0.16)),
  turn: () =>
    [
      [660, 0],
      [880, 0.12],
    ].forEach(([pitch = 0, start = 0]) => tone(pitch, start, 0.3, 0.06)),
  hurry: () => tone(990, 0, 0.12, 0.05, "triangle"),
  win: () => [523, 659, 784].forEach((pitch, place) => tone(pitch, place * 0.09, 0.5, 0.05)),
};

export type Sound = keyof typeof SOUNDS;

export function sound(name: Sound): void {
  SOUNDS[name]();
}

const HEARD: Record<string, Sound> = {
  CardsDealt: "card",
  CommunityDealt: "card",
  CommonCardDealt: "card",
  Drew: "card",
  HandShown: "card",
  Folded: "card",
  Called: "chips",
  BetMade: "chips",
  Raised: "chips",
  BlindPosted: "chips",
  AntesPosted: "chips",
  ForcedBetPosted: "chips",
  Checked: "knock",
  StoodPat: "knock",
};

/** The sound of what has just happened: one, however many events came at once. */
export function soundOf(tags: readonly string[]): void {
  const last = tags.findLast((tag) => tag in HEARD);
  if (last) sound(HEARD[last]!);
}
