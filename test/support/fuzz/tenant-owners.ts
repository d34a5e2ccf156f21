import type { MemoryStore } from '#adapters/memory/store.ts';
import { isSecret, tracesIn } from '#test/simulation/invariants/tenants/ownership.ts';
import { document } from '../api/document-parts.ts';
import { samples } from '../api/sample-requests.ts';

const isCommit = /^[0-9a-f]{40}$/;

/** Ids of examples are nobody's, and neither are commits: one may be in several repositories. */
const ofExamples = tracesIn(JSON.stringify([document, samples]));

/** Finds the ids, marks and secrets in a text that may be somebody's. */
const ownedTraces = (text: string): string[] =>
  [...tracesIn(text)].filter((trace) => !ofExamples.has(trace) && !isCommit.test(trace));

/**
 * The owners of ids and secrets. An id is of the organization in whose record it first stood, and a secret of the one that was
 * told it first.
 */
export class TenantOwners {
  readonly #owners = new Map<string, string>();
  /** Ids that each organization sent in requests that were accepted: they may be stored, and be answered later. */
  readonly #sent = new Map<string, Set<string>>();

  /** Notes the owners of what is stored from now on. */
  watch(store: MemoryStore): void {
    const commit = store.commit.bind(store);
    store.commit = async (changes) => {
      const failed = await commit(changes);
      for (const change of failed ? [] : changes) {
        if (change.change !== 'insert') continue;
        const { organizationId } = change.item as { organizationId?: string };
        if (organizationId !== undefined) this.#claim(organizationId, JSON.stringify(change.item));
      }
      return failed;
    };
  }

  #claim(organizationId: string, text: string): void {
    for (const trace of ownedTraces(text))
      if (!this.#owners.has(trace)) this.#owners.set(trace, organizationId);
  }

  /** Lists what is another organization's in the answer to a request, and was not sent by the caller's own. */
  foreignIn(organizationId: string, request: string, answer: string): string[] {
    const traces = ownedTraces(answer);
    const isOthers = (trace: string): boolean =>
      (this.#owners.get(trace) ?? organizationId) !== organizationId;
    const sent = this.#sent.get(organizationId);
    const foreign = traces.filter(
      (trace) => isOthers(trace) && !request.includes(trace) && !sent?.has(trace),
    );
    for (const trace of traces)
      if (isSecret(trace) && !this.#owners.has(trace)) this.#owners.set(trace, organizationId);
    return foreign;
  }

  /** Notes the body of a request that was accepted. */
  noteSent(organizationId: string, body: string): void {
    const sent = this.#sent.get(organizationId) ?? new Set();
    this.#sent.set(organizationId, sent);
    for (const trace of ownedTraces(body)) sent.add(trace);
  }
}
