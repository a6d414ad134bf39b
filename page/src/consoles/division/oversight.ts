/** What the Division's console is answered. */

export interface Signed {
  name: string;
  role: string;
}

export interface Notice {
  sent: {
    number: number;
    subject: string;
    text: string;
    paragraph: string;
    answers: number | null;
    by: Signed;
    at: string;
  };
  acknowledged: { by: Signed; at: string } | null;
}

export interface Finding {
  check: string;
  stream: string;
  sequence: number;
  what: string;
}

export interface AuditState {
  running: boolean;
  asked_by: string;
  started: string;
  done: number;
  whole: number;
  clean: boolean | null;
  digest: string;
  report: {
    events: number;
    seconds: number;
    lines: { check: string; looked_at: string; not_checked: string; findings: number }[];
    findings: Finding[];
  } | null;
  failed: string;
}

export interface OversightNow {
  notices: Notice[];
  waiting: number[];
  reminder_days: number;
  checks: { kind: string; asked_by: string; sound: boolean | null; digest: string; detail: string; at: string }[];
  audit: AuditState | null;
  can_audit: boolean;
}

export interface Authenticated {
  sound: boolean | null;
  digest: string;
  files: number;
  parts: number;
  detail: string;
  differences: { name: string; released: string; installed: string }[];
}

export interface MatrixRow {
  id: string;
  citation: string;
  paragraph: string;
  kind: string;
  summary: string;
  observable: string;
  tests: string[];
  readings: string[];
}
