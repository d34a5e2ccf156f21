interface ControlRequest {
  body: () => Promise<unknown>;
  /** The first group of the path's pattern. */
  id: string;
  now: Date;
}

export interface ControlResponse {
  status: number;
  body?: unknown;
  html?: string;
  text?: string;
}

/** An endpoint under `/_local/`. */
export type ControlRoute = [
  method: string,
  path: RegExp,
  handle: (request: ControlRequest) => Promise<ControlResponse> | ControlResponse,
];
