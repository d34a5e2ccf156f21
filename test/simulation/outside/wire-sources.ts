import type { Sources } from '#ports/git-sources.ts';
import { currentSurroundings } from './surroundings.ts';

type Method = (...given: unknown[]) => Promise<unknown>;

/** Stands in for lib/runtime/wire/hosts/sources.ts: hosts in memory, behind the boundary. */
export const wireSources = (): Sources =>
  new Proxy({} as Sources, {
    get:
      (_target, name) =>
      (...given: unknown[]) => {
        const { boundary, git } = currentSurroundings();
        const operation = String(name);
        return boundary.call({ service: 'git', operation, isWrite: false }, () =>
          (Reflect.get(git.sources, name) as Method)(...given),
        );
      },
  });

export const wireSandboxedSources = (): Sources => wireSources();
