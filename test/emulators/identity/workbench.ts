import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClock, type Clock } from '@scangate/emulator-host/clock';
import { openDataFolder } from '@scangate/emulator-host/data-folder';
import { openIdentityEmulator, type IdentityEmulator } from '@scangate/emulator-identity/identity-emulator';
import type { IssuerOptions, Misbehavior } from '@scangate/emulator-identity/oidc/issuer-options';
import type { Person } from '@scangate/emulator-identity/person';

export const callback = 'http://127.0.0.1:4010/v1/session/callback';
export const client = {
  clientId: 'service',
  clientSecret: 'a-secret-of-the-client',
  redirectUris: [callback],
};

const person = (name: string, domain = 'demo.example'): Person => ({
  subject: `subject-of-${name}`,
  name: `Test ${name}`,
  email: `${name}@${domain}`,
  isEmailVerified: true,
  groups: [`${name}s`],
  about: name,
});

const issuer = (path: string, misbehavior?: Misbehavior): IssuerOptions => ({
  path,
  title: `Sign in at ${path}`,
  clients: [client],
  people: [person('owner'), person('member')],
  domain: 'fresh.example',
  ...(misbehavior && { misbehavior }),
});

export interface IdentityBench {
  emulator: IdentityEmulator;
  clock: Clock;
  folder: string;
  /** Stops everything, and starts again with the same data. */
  restart(): Promise<IdentityEmulator>;
  close(): Promise<void>;
}

/** Starts the emulators in a folder of their own. */
export const openIdentityBench = async (
  given: { misbehaving?: Record<string, Misbehavior>; beforeFirstSignIn?: () => Promise<unknown> } = {},
): Promise<IdentityBench> => {
  const path = mkdtempSync(join(tmpdir(), 'scangate-identity-'));
  const folder = await openDataFolder(path);
  const clock = openClock();
  const errors: unknown[] = [];
  const start = (port?: number) =>
    openIdentityEmulator({
      folder,
      clock,
      port,
      report: (error) => errors.push(error),
      issuers: [
        issuer('oidc'),
        { ...issuer('hinted'), signsInHinted: true },
        ...Object.entries(given.misbehaving ?? {}).map(([name, misbehavior]) => issuer(name, misbehavior)),
      ],
      identityProviders: (['okta', 'entra'] as const).map((style) => ({
        path: style,
        title: `Sign in at ${style}`,
        style,
        people: [person('admin', 'regulated.example')],
        domain: 'regulated.example',
      })),
      ...(given.beforeFirstSignIn && { beforeFirstSignIn: given.beforeFirstSignIn }),
    });
  const bench: IdentityBench = {
    emulator: await start(),
    clock,
    folder: path,
    restart: async () => {
      const { port } = bench.emulator;
      await bench.emulator.close();
      // Clients notice closed connections in a later turn.
      await sleep(50);
      bench.emulator = await start(port);
      return bench.emulator;
    },
    close: async () => {
      await bench.emulator.close();
      clock.close();
      await folder.release();
      rmSync(path, { recursive: true, force: true });
    },
  };
  return bench;
};
