import type {
  RequestedArtifact,
  KnownArtifact,
  PomSnapshot,
} from '@scangate/engines/model/poms/published-poms';
import { fromPublishedPom } from './published-pom.ts';
import type { Pom } from '../jvm/maven-pom.ts';

/** Far more than a build needs; bounds hostile builds. */
const defaultMaxPoms = 20_000;
const maxAtOnce = 2000;
/** The limit of requests for artifacts in all trees of a unit, counting every round of resolution: about 20 seconds. */
const maxRequests = 10_000_000;

/** The kind under which it is noted that poms were not loaded. */
export const tooManyPoms = 'poms are not read further, because there are too many';

/** The kind under which it is noted that BOMs were not followed. */
export const tooManyBoms = 'BOMs are not followed further, because there are too many';

/** A segment of a Maven coordinate. Nothing else can be the name of a published artifact. */
const part = /^[\w.+-]{1,200}$/;

/**
 * The published poms that are known so far. A request for an unknown pom is recorded, so that it can be loaded
 * before the resolution is repeated. The cache belongs to one snapshot.
 */
export class PublishedPomCache {
  readonly #versions = new Map<string, readonly string[]>();
  readonly #poms = new Map<string, Pom | null>();
  readonly #asked = new Map<string, { versions: Set<string>; listsVersions: boolean }>();
  #count = 0;
  readonly snapshot: PomSnapshot;
  readonly #maxPoms: number;
  #requests = 0;
  /** True when poms were not loaded, or trees not resolved, because there are too many. */
  isFull = false;

  constructor(snapshot: PomSnapshot, maxPoms = defaultMaxPoms) {
    this.snapshot = snapshot;
    this.#maxPoms = maxPoms;
  }

  /** Returns a pom; undefined when it does not exist or is not loaded yet. */
  find(name: string, version: string): Pom | undefined {
    const [group = '', artifact = ''] = name.split(':');
    if (![group, artifact, version].every((text) => part.test(text))) return undefined;
    const known = this.#poms.get(`${name}:${version}`);
    if (known === undefined) this.#ask(name, version);
    return known ?? undefined;
  }

  /** Returns the versions of an artifact; none when they are not loaded yet. */
  versionsOf(name: string): readonly string[] {
    const known = this.#versions.get(name);
    if (known === undefined) this.#ask(name);
    return known ?? [];
  }

  #ask(name: string, version?: string): void {
    if (this.#count >= this.#maxPoms) {
      this.isFull = true;
      return;
    }
    const asked = this.#asked.get(name) ?? { versions: new Set(), listsVersions: false };
    this.#asked.set(name, asked);
    if (version === undefined) asked.listsVersions = true;
    else asked.versions.add(version);
  }

  /**
   * Counts requests for artifacts.
   * @returns false when there were too many already.
   */
  spend(requests: number): boolean {
    this.isFull ||= this.#requests > maxRequests;
    this.#requests += requests;
    return !this.isFull;
  }

  /** Returns the unanswered requests, and forgets them. */
  takeAsked(): RequestedArtifact[] {
    const asked = [...this.#asked].slice(0, maxAtOnce);
    this.#asked.clear();
    return asked.map(([name, { versions, listsVersions }]) => ({
      name,
      versions: [...versions],
      ...(listsVersions && { listsVersions }),
    }));
  }

  learn(asked: readonly RequestedArtifact[], answers: readonly KnownArtifact[]): void {
    for (const [index, { name, versions, listsVersions }] of asked.entries()) {
      const answer = answers[index];
      if (listsVersions) this.#versions.set(name, answer?.versions ?? []);
      this.#count += 1;
      for (const [at, version] of versions.entries()) {
        const pom = answer?.poms[at];
        this.#poms.set(`${name}:${version}`, pom ? fromPublishedPom(pom) : null);
        this.#count += 1;
      }
    }
  }
}
