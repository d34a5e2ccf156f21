/** The address of an operation, and the way of its requests. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{placeholders}`. */
  path: string;
  /** The operation takes an Idempotency-Key. */
  isIdempotent: boolean;
  /** The operation takes its body as application/gzip, or uploaded first. */
  takesGzip: boolean;
}
