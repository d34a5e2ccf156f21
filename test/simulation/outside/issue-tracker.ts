import { answerRequest } from '@scangate/emulator-providers/kit/answer-request';
import type { EmulatorAnswer } from '@scangate/emulator-providers/kit/provider-emulator';
import { openFaultInjector } from '@scangate/emulator-host/fault-injector';
import { trackerKinds, trackers, type OpenTracker, type SeenIssue, type TrackerKind } from './trackers.ts';

/** A request as the adapter of a tracker sends it. */
interface TrackerRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  headers: Record<string, string>;
}

/** An organization's project at a tracker. */
export interface TrackerProject {
  kind: TrackerKind;
  project: string;
}

/** The things that a person does with an issue. */
export type PersonalAct = 'close-issue' | 'reopen-issue';

const responseOf = ({ status, headers = {}, body, text }: EmulatorAnswer): Response => {
  const content = body === undefined ? null : JSON.stringify(body);
  return new Response(text ?? content, { status, headers });
};

const isWrite = ({ method, path, body }: TrackerRequest): boolean =>
  method !== 'GET' && !path.endsWith('/search/jql') && !body.startsWith('{"query":"query');

/** The name of an issue among those of all trackers. */
export const nameOfIssue = ({ kind, project }: TrackerProject, id: string): string =>
  `${kind} ${project} ${id}`;

/** The trackers in memory: the emulators of the local cloud on the time of the world. */
export class IssueTracker {
  readonly #open: Record<TrackerKind, OpenTracker>;
  readonly #limitedUntil = new Map<TrackerKind, number>();
  readonly #now: () => number;
  readonly #faults = openFaultInjector();
  /** The instants at which issues were made, and changed last, by their names. */
  readonly madeAt = new Map<string, number>();
  readonly changedAt = new Map<string, number>();
  /** The issues that a person closed or opened again. */
  readonly touched = new Set<string>();
  /** Issues of a request that arrived twice, where the tracker cannot tell; one of them is nobody's. */
  readonly doubled = new Set<string>();

  /** Is called with each request: its credential, and everything else in it. */
  onRequest: (to: string, text: string) => void = () => {};

  constructor(now: () => number) {
    this.#now = now;
    const context = { now, base: () => 'https://tracker.example.com' };
    const opened = trackerKinds.map((kind) => [kind, trackers[kind].open(context)] as const);
    this.#open = Object.fromEntries(opened) as Record<TrackerKind, OpenTracker>;
  }

  /** Notes which issues a request made or changed. */
  #note(kind: TrackerKind, before: ReadonlyMap<string, SeenIssue>): string[] {
    const made: string[] = [];
    for (const [name, issue] of this.#named(kind)) {
      const known = before.get(name);
      if (known && known.title === issue.title && known.isClosed === issue.isClosed) continue;
      this.changedAt.set(name, this.#now());
      if (known) continue;
      this.madeAt.set(name, this.#now());
      made.push(name);
    }
    return made;
  }

  #named(kind: TrackerKind): Map<string, SeenIssue> {
    const all = this.#open[kind].issues();
    return new Map(all.map((issue) => [nameOfIssue({ kind, project: issue.project }, issue.id), issue]));
  }

  #answer(kind: TrackerKind, request: TrackerRequest): EmulatorAnswer {
    const { emulator } = this.#open[kind];
    if (this.#now() < (this.#limitedUntil.get(kind) ?? 0))
      return emulator.refuse('throttled', 'asked too often');
    const { service: name } = trackers[kind];
    return answerRequest(emulator, request, { name, faults: this.#faults }).answer;
  }

  /** Answers a request each time that it arrives. */
  answers(kind: TrackerKind, request: TrackerRequest): () => Response {
    const madeBefore: string[] = [];
    return () => {
      const { path, query, body, headers } = request;
      this.onRequest(trackers[kind].credentialIn(headers), [path, query, body].join('\n'));
      if (!isWrite(request)) return responseOf(this.#answer(kind, request));
      const before = this.#named(kind);
      const answer = this.#answer(kind, request);
      const made = this.#note(kind, before);
      if (made.length * madeBefore.length > 0)
        for (const name of [...made, ...madeBefore]) this.doubled.add(name);
      madeBefore.push(...made);
      return responseOf(answer);
    };
  }

  /** The issues of a project, by their ids. */
  issuesOf({ kind, project }: TrackerProject): Map<string, SeenIssue> {
    const all = this.#open[kind].issues().filter((issue) => issue.project === project);
    return new Map(all.map((issue) => [issue.id, issue]));
  }

  /** Lets a person do something with an issue. */
  act(name: PersonalAct, { kind, project }: TrackerProject, { id, named }: SeenIssue): void {
    this.touched.add(nameOfIssue({ kind, project }, id));
    this.#open[kind].emulator.actions.find((one) => one.name === name)?.run(named);
  }

  /** Refuses everything for a while, as a tracker does that was asked too often. */
  limit(kind: TrackerKind, seconds: number): void {
    const own = this.#open[kind].emulator.actions.find(({ name }) => name === 'limit');
    if (own) own.run({ seconds });
    else this.#limitedUntil.set(kind, this.#now() + seconds * 1_000);
  }
}
