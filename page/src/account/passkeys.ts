/** Passkeys: a key of this device in place of a password. */

import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { answer, post, type Entered, type Mine } from "../room/api";

/** Browsers have them only where the page came safely: over https, or from this machine. */
export const canUsePasskeys = (): boolean => window.isSecureContext && "PublicKeyCredential" in window;

type ToAdd = Parameters<typeof startRegistration>[0]["optionsJSON"];
type ToUse = Parameters<typeof startAuthentication>[0]["optionsJSON"];

export async function addPasskey(password: string): Promise<Mine> {
  const optionsJSON = await post<ToAdd>("/api/accounts/passkeys/options", {});
  const passkey = await startRegistration({ optionsJSON });
  return post("/api/accounts/passkeys", { password, passkey });
}

/** What the device has signed, for whoever asks who I am. */
export async function signedByPasskey(): Promise<unknown> {
  const optionsJSON = await post<ToUse>("/api/accounts/login/passkey/options", {});
  return startAuthentication({ optionsJSON });
}

export const logInByPasskey = async (): Promise<Entered> =>
  post("/api/accounts/login/passkey", { passkey: await signedByPasskey() });
export const unlockByPasskey = async (): Promise<unknown> =>
  post("/api/accounts/unlock", { passkey: await signedByPasskey() });
export const unlock = (password: string): Promise<unknown> => post("/api/accounts/unlock", { password });
export const lock = (): Promise<unknown> => post("/api/accounts/lock", {});
export const removePasskey = (credential: string): Promise<Mine> =>
  answer(`/api/accounts/passkeys/${encodeURIComponent(credential)}`, { method: "DELETE" });
