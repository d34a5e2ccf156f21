interface Call {
  body: () => Promise<unknown>;
  id: string;
  now: Date;
}

export interface ControlResponse {
  status: number;
  body?: unknown;
  html?: string;
}

/** An endpoint under `/_local/`. */
export type ControlRoute = [
  method: string,
  path: RegExp,
  handle: (call: Call) => Promise<ControlResponse> | ControlResponse,
];
