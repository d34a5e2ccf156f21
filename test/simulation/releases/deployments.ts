import { dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import type { World } from '../start/world.ts';
import type { Release } from './releases.ts';

/** A tenth of the runs of a function get the new release for this long, and then all of them. */
const canaryMs = 5 * minuteMs;
const canaryShare = 0.1;
/** The stacks are deployed side by side, and one of them may begin so much later than another. */
const stacksMs = 6 * minuteMs;
/** The share of deployments that an alarm takes back while they are under way. */
const takenBackShare = 0.2;

/** The release that is deployed next: the form is known first, then written, given up once more, and written again. */
const nextOf = (release: Release): Release => (release === 'knowing' ? 'writing' : 'knowing');

/** Knows the release that runs of functions have: while a deployment is under way, old and new code work beside each other. */
export class Deployments {
  readonly #world: World;
  #from: Release = 'present';
  #to: Release = 'present';
  /** When the deployment began, and when each function follows. */
  #beganAt = 0;
  readonly #delays = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  #delayOf(name: string): number {
    const found = this.#delays.get(name) ?? this.#world.scheduler.draw(stacksMs);
    this.#delays.set(name, found);
    return found;
  }

  /** The release of a run of a function that begins now. */
  releaseOf(name: string): Release {
    if (this.#from === this.#to) return this.#to;
    const { scheduler } = this.#world;
    const sinceMs = scheduler.now - this.#beganAt - this.#delayOf(name);
    if (sinceMs < 0) return this.#from;
    return sinceMs > canaryMs || scheduler.random() < canaryShare ? this.#to : this.#from;
  }

  #deploy(): void {
    const { scheduler } = this.#world;
    const to = nextOf(this.#to);
    this.#from = this.#to;
    this.#to = to;
    this.#beganAt = scheduler.now;
    this.#delays.clear();
    this.#world.tell(`the release that is ${to} a form is deployed over the ${this.#from} one`);
    const isTakenBack = scheduler.random() < takenBackShare;
    scheduler.after(isTakenBack ? scheduler.draw(canaryMs + stacksMs) : canaryMs + stacksMs, () => {
      if (isTakenBack) this.#to = this.#from;
      this.#from = this.#to;
    });
  }

  /** Deploys so many times, spread over the days of a world. */
  begin({ count, days }: { count: number; days: number }): void {
    const { scheduler } = this.#world;
    const apartMs = (days * dayMs) / count;
    const plan = (): void => {
      for (let number = 0; number < count; number += 1) {
        const at = apartMs * (number + 0.3) + scheduler.draw(Math.min(hourMs, apartMs / 2));
        scheduler.after(at, () => this.#deploy());
      }
    };
    scheduler.begin('deployments', plan);
  }
}
