import type { RouteCall, StandInAnswer } from './stand-in.ts';

/** A refusal that a handler throws, with the answer in the form of its provider. */
export class StandInRefusal extends Error {
  readonly answer: StandInAnswer;

  constructor(message: string, answer: StandInAnswer) {
    super(message);
    this.answer = answer;
  }
}

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
