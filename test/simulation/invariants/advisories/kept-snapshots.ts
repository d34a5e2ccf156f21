import { storedAdvisories } from '#adapters/reference-data/osv/stored-advisories.ts';
import type { Advisories } from '#ports/advisories.ts';
import { dayMs, hourMs } from '@scangate/domain/instant';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';

const manifestKey = 'advisories/current.json';

const advisoryArea = 'advisories/';
/** The list of what is to be removed. */
const retiredKey = 'advisories/retired.json';

/** An object that no snapshot names is removed after thirty days, by the first sync after them. */
const unusedMs = 33 * dayMs;

/** An advisory is known after the next sync, of which there is one in six hours. */
const promisedMs = 6 * hourMs;

/** Keeps every advisory snapshot that ever was the current one, with the objects that it names, which are removed some day. */
export class KeptSnapshots {
  readonly #manifests = new Map<string, Buffer>();
  readonly #objects = new Map<string, Buffer>();
  readonly #known = new Map<string, Advisories>();
  readonly #world: World;
  /** When each object was named by a snapshot for the last time. */
  readonly #namedAt = new Map<string, number>();
  #current = '';

  constructor(world: World) {
    this.#world = world;
    world.cloud.objects.onPut = (key, content) => {
      if (!key.startsWith(advisoryArea) || key === retiredKey) return;
      if (key !== manifestKey) return void this.#objects.set(key, content);
      this.#noteNamed();
      this.#current = content.toString();
      const { snapshotId } = JSON.parse(this.#current) as { snapshotId: string };
      this.#manifests.set(snapshotId, content);
    };
  }

  #noteNamed(): void {
    for (const key of this.#objects.keys())
      if (this.#current.includes(key)) this.#namedAt.set(key, this.#world.scheduler.now);
  }

  /** Reports advisories that no sync has taken over for more than twice its promise. */
  look(now: number, slackMs: number, report: Report): void {
    const published = this.#world.advisories as readonly { published: string }[];
    const latest = now - 2 * promisedMs - slackMs;
    const due = published.filter((advisory) => Date.parse(advisory.published) < latest).length;
    const { shards: { npm: { records = 0 } = {} } = {} } = JSON.parse(this.#current || '{}') as {
      shards?: { npm?: { records?: number } };
    };
    if (records < due) report('liveness', `${due - records} advisories are in no snapshot`);
  }

  /** Objects of the current snapshot are there, and those that none has named for long are removed. */
  checkObjects(report: Report): void {
    const { cloud, scheduler } = this.#world;
    this.#noteNamed();
    const stored = new Set([...cloud.objects.buckets.values()].flatMap((bucket) => [...bucket.keys()]));
    for (const [key, namedAt] of this.#namedAt) {
      if (this.#current.includes(key) && !stored.has(key))
        report('advisories', `${key} is gone, and is named`);
      if (scheduler.now - namedAt > unusedMs && stored.has(key))
        report(
          'advisories',
          `${key} is there, and nothing names it since ${new Date(namedAt).toISOString()}`,
        );
    }
  }

  /** The advisories of a snapshot; those of `none` are empty. */
  at(snapshotId: string): Advisories {
    const found = this.#known.get(snapshotId);
    if (found) return found;
    const get = async (key: string) =>
      key === manifestKey ? this.#manifests.get(snapshotId) : this.#objects.get(key);
    const made = storedAdvisories({ get });
    this.#known.set(snapshotId, made);
    return made;
  }
}
