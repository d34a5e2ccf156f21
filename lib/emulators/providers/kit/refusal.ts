import type { RouteCall, EmulatorAnswer } from './provider-emulator.ts';

/** A refusal that a handler throws, with the response in the format of its provider. */
export class EmulatorRefusal extends Error {
  readonly answer: EmulatorAnswer;

  constructor(message: string, answer: EmulatorAnswer) {
    super(message);
    this.answer = answer;
  }
}

/** Makes the refusals of a provider, in the format of its responses: one to return, and one to throw. */
export const refusalsOf = <Message = string>(bodyOf: (message: Message, status: number) => unknown) => {
  const refused = (
    status: number,
    message: Message,
    headers?: Readonly<Record<string, string>>,
  ): EmulatorAnswer => ({ status, ...(headers && { headers }), body: bodyOf(message, status) });
  return {
    refused,
    refusal: (
      status: number,
      message: Message,
      headers?: Readonly<Record<string, string>>,
    ): EmulatorRefusal => new EmulatorRefusal(String(message), refused(status, message, headers)),
  };
};

/** Lets a handler refuse by throwing. */
export const answering =
  <Body>(handle: (call: RouteCall<Body>) => EmulatorAnswer) =>
  (call: RouteCall<Body>): EmulatorAnswer => {
    try {
      return handle(call);
    } catch (error) {
      if (error instanceof EmulatorRefusal) return error.answer;
      throw error;
    }
  };
