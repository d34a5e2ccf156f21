import type { RouteCall, StandInAnswer } from './stand-in.ts';

/** A refusal that a handler throws, with the response in the format of its provider. */
export class StandInRefusal extends Error {
  readonly answer: StandInAnswer;

  constructor(message: string, answer: StandInAnswer) {
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
  ): StandInAnswer => ({ status, ...(headers && { headers }), body: bodyOf(message, status) });
  return {
    refused,
    refusal: (status: number, message: Message, headers?: Readonly<Record<string, string>>): StandInRefusal =>
      new StandInRefusal(String(message), refused(status, message, headers)),
  };
};

/** Lets a handler refuse by throwing. */
export const answering =
  <Body>(handle: (call: RouteCall<Body>) => StandInAnswer) =>
  (call: RouteCall<Body>): StandInAnswer => {
    try {
      return handle(call);
    } catch (error) {
      if (error instanceof StandInRefusal) return error.answer;
      throw error;
    }
  };
