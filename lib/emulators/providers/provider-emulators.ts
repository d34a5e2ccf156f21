import type { EmulatorDefinition } from './kit/provider-emulator.ts';
import { bitbucket } from './bitbucket/server.ts';
import { github } from './github/server.ts';
import { gitlab } from './gitlab/server.ts';
import { jira } from './jira/server.ts';
import { linear } from './linear/server.ts';
import { secrets, type SecretRead } from './secrets/server.ts';
import { slack } from './slack/server.ts';
import { teams } from './teams/server.ts';

/** An emulator with a state of unknown type. */
type AnyEmulator = EmulatorDefinition<object>;

const known = <State extends object>(definition: EmulatorDefinition<State>): AnyEmulator =>
  definition as unknown as AnyEmulator;

/** Returns every emulator that the server mounts, below its name. */
export const providerEmulators = (reads: readonly SecretRead[]): readonly AnyEmulator[] => [
  known(slack),
  known(teams),
  known(github),
  known(gitlab),
  known(bitbucket),
  known(jira),
  known(linear),
  known(secrets(reads)),
];
