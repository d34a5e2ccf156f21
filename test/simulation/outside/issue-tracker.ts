import { answerRequest } from '@scangate/emulator-providers/kit/answer-request';
import type { StandIn, StandInAnswer } from '@scangate/emulator-providers/kit/stand-in';
import { linear } from '@scangate/emulator-providers/linear/server';
import { initialLinear, typeOfState, type LinearIssue } from '@scangate/emulator-providers/linear/state';
import { openFaultInjector } from '@scangate/emulator-host/fault-injector';

/** A request as the adapter of the tracker sends it. */
export interface TrackerRequest {
  method: string;
  path: string;
  body: string;
  headers: Record<string, string>;
}

interface Mutation {
  query?: string;
  variables?: { id?: string; input?: { id?: string } };
}

/** The things that a person does with an issue. */
export type PersonalAct = 'close-issue' | 'reopen-issue';

const closedTypes = ['completed', 'canceled'];

const responseOf = ({ status, headers = {}, body, text }: StandInAnswer): Response =>
  new Response(text ?? JSON.stringify(body), { status, headers });

/** Linear in memory: the stand-in of the local cloud on the time of the world. */
export class IssueTracker {
  readonly #state = initialLinear();
  readonly #standIn: StandIn;
  readonly #now: () => number;
  readonly #faults = openFaultInjector();
  /** When an issue was changed last, by its id. */
  readonly changedAt = new Map<string, number>();
  /** The issues that a person closed or opened again. */
  readonly touched = new Set<string>();

  /** Is called with each request. */
  onRequest: (request: TrackerRequest) => void = () => {};

  constructor(now: () => number) {
    this.#now = now;
    this.#standIn = linear.open(this.#state, { now, base: () => 'https://api.linear.app' });
  }

  /** Notes when an issue was asked to change. */
  #note({ body }: TrackerRequest): void {
    const { query = '', variables = {} } = JSON.parse(body) as Mutation;
    const id = variables.id ?? variables.input?.id;
    if (query.startsWith('mutation') && id !== undefined) this.changedAt.set(id, this.#now());
  }

  answer(request: TrackerRequest): Response {
    this.onRequest(request);
    const asked = { ...request, query: new URLSearchParams() };
    const { answer } = answerRequest(this.#standIn, asked, { name: 'linear', faults: this.#faults });
    this.#note(request);
    return responseOf(answer);
  }

  issuesOf(team: string): readonly LinearIssue[] {
    return this.#state.issues.filter((issue) => issue.team === team);
  }

  /** Lets a person do something with an issue. */
  act(name: PersonalAct, id: string): void {
    this.touched.add(id);
    this.#standIn.acts.find((one) => one.name === name)?.run({ id });
  }

  /** Refuses everything for a while, as a tracker does that was asked too often. */
  limit(seconds: number): void {
    this.#standIn.acts.find(({ name }) => name === 'limit')?.run({ seconds });
  }
}

/** Whether an issue is closed. */
export const isClosedIssue = ({ stateId }: LinearIssue): boolean =>
  closedTypes.includes(typeOfState(stateId));
