import type { StandInDefinition } from './kit/stand-in.ts';
import { bitbucket } from './bitbucket/server.ts';
import { github } from './github/server.ts';
import { gitlab } from './gitlab/server.ts';
import { jira } from './jira/server.ts';
import { linear } from './linear/server.ts';
import { secrets, type SecretRead } from './secrets/server.ts';
import { slack } from './slack/server.ts';
import { teams } from './teams/server.ts';

/** A stand-in with a state of unknown type. */
type AnyStandIn = StandInDefinition<object>;

const known = <State extends object>(definition: StandInDefinition<State>): AnyStandIn =>
  definition as unknown as AnyStandIn;

/** Returns every stand-in that the server mounts, below its name. */
export const standInsOf = (reads: readonly SecretRead[]): readonly AnyStandIn[] => [
  known(slack),
  known(teams),
  known(github),
  known(gitlab),
  known(bitbucket),
  known(jira),
  known(linear),
  known(secrets(reads)),
];
