import type { Boundary } from '../cloud/boundary.ts';
import type { GitHosts } from './git-hosts.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { IssueTracker } from './issue-tracker.ts';
import type { SimulatedStripe } from './simulated-stripe.ts';
import type { Receivers } from './receivers.ts';

/** Everything that is neither the service nor the cloud. */
export interface CommandEnvironment {
  boundary: Boundary;
  git: GitHosts;
  stripe: SimulatedStripe;
  receivers: Receivers;
  tracker: IssueTracker;
  identity: IdentityProvider;
  /** The texts that DNS has, by name. */
  texts: Map<string, string[]>;
  /** The records of the advisory database, in the form of OSV. */
  advisories: object[];
}

let surroundings: CommandEnvironment | undefined;

export const installSurroundings = (installed: CommandEnvironment): void => {
  surroundings = installed;
};

export const currentSurroundings = (): CommandEnvironment => {
  if (!surroundings) throw new Error('there is nothing around the service yet');
  return surroundings;
};
