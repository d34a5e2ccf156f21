import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Clock } from '@scangate/emulator-host/clock';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import { listen, rawPath, respond } from '@scangate/emulator-host/http-server';
import type { CiProvider, CiToken } from './ci/token.ts';
import { startDnsServer } from './dns/server.ts';
import { openTextRecords } from './dns/text-records.ts';
import type { IssuerOptions } from './oidc/issuer-options.ts';
import { page, pageHeaders } from './page.ts';
import type { SamlOptions } from './saml/provider-options.ts';
import { identityThread, type IdentityThread } from './worker/worker-thread.ts';

export interface IdentityEmulatorOptions {
  folder: DataFolder;
  clock: Pick<Clock, 'now' | 'shared'>;
  report: (error: unknown) => void;
  /** The port of an earlier start, so that issuers keep their addresses; another one is taken when it is in use. */
  port?: number;
  issuers: IssuerOptions[];
  identityProviders: SamlOptions[];
  /** Runs before the first request to sign in. */
  beforeFirstSignIn?: () => Promise<unknown>;
}

/** Emulators for issuers, identity providers, CI services and name servers. Each starts when it is first used. */
export interface IdentityEmulator {
  /** `http://localhost:<port>`: another site than `127.0.0.1`, as a real issuer is another site than the service. */
  readonly origin: string;
  readonly port: number;
  /** The name server, as `Resolver.setServers` takes it. */
  readonly dnsServer: string;
  /** Whether the thread of issuers and identity providers runs. */
  isSignInRunning(): boolean;
  /** The names of an issuer and of an identity provider, which are their addresses too. */
  issuerOf(path: string): string;
  identityProviderOf(path: string): string;
  makeCiToken(provider: CiProvider, claims: Record<string, unknown>): Promise<CiToken>;
  setTextRecords(name: string, values: readonly string[]): void;
  close(): Promise<void>;
}

/** Refuses host names that were made to point to this machine. */
const isForThisMachine = ({ headers }: IncomingMessage): boolean =>
  /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/.test(headers.host ?? '');

const startPage = ({ issuers, identityProviders }: IdentityEmulatorOptions, origin: string): string => {
  const rows = [
    ...issuers.map(({ path, title }) => [title, `${origin}/${path}/.well-known/openid-configuration`]),
    ...identityProviders.map(({ path, title }) => [title, `${origin}/saml/${path}/metadata`]),
  ];
  const items = rows.map(
    ([title = '', url = '']) => `<li><a href="${escapeMarkup(url)}">${escapeMarkup(title)}</a></li>`,
  );
  return page('Emulators for sign-in', `<ul>${items.join('')}</ul>`);
};

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Runs the preparation at the first call, and again at the next call when it failed. */
const onceBefore = (prepare: (() => Promise<unknown>) | undefined): (() => Promise<unknown>) => {
  let prepared: Promise<unknown> | undefined;
  return () => {
    prepared ??= Promise.resolve(prepare?.()).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };
};

/** Serves keys of CI services itself, and forwards everything else to the thread. */
const handleWith = (
  options: IdentityEmulatorOptions,
  { origin, thread }: { origin: string; thread: IdentityThread },
): Handle => {
  const prepare = onceBefore(options.beforeFirstSignIn);
  const place = { folder: options.folder.path, origin };
  return async (request, response) => {
    if (!isForThisMachine(request)) return respond(response, 421);
    const path = rawPath(request);
    if (path === '/') {
      return respond(response, 200, { headers: pageHeaders(), body: startPage(options, origin) });
    }
    if (path.startsWith('/ci/')) {
      return (await import('./ci/serve-issuers.ts')).serveCiIssuers(request, response, place);
    }
    await prepare();
    return thread.forward(request, response);
  };
};

/**
 * Takes the ports at once, since the service knows them from its start, and does nothing else until it gets a
 * request.
 */
export const openIdentityEmulator = async (options: IdentityEmulatorOptions): Promise<IdentityEmulator> => {
  const { folder, clock, report, port, issuers, identityProviders } = options;
  const records = openTextRecords(join(folder.path, 'identity', 'dns.json'));
  let handle: Handle = async (_request, response) => respond(response, 503);
  const [server, dns] = await Promise.all([
    listen((request, response) => handle(request, response), {
      now: clock.now,
      report,
      port,
      fallback: true,
      ipv6: true,
    }),
    startDnsServer(records),
  ]);
  const origin = `http://localhost:${server.port}`;
  const place = { folder: folder.path, origin };
  const thread = identityThread(
    { ...place, clock: clock.shared, issuers, identityProviders },
    folder.within('logs', 'identity.log'),
  );
  handle = handleWith(options, { origin, thread });
  return {
    origin,
    port: server.port,
    dnsServer: dns.address,
    isSignInRunning: () => thread.isRunning(),
    issuerOf: (path) => `${origin}/${path}`,
    identityProviderOf: (path) => `${origin}/saml/${path}`,
    makeCiToken: async (provider, claims) =>
      (await import('./ci/token.ts')).makeCiToken({ provider, claims }, { ...place, now: clock.now() }),
    setTextRecords: records.set,
    close: async () => {
      await Promise.all([server.close(), dns.close(), thread.close()]);
    },
  };
};
