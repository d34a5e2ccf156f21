/** A refusal of a tool. The code is for programs, the message for the caller. Nothing has been spent. */
export class ToolError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
  }
}
