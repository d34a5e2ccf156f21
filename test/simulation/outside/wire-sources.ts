import type { Sources } from '#ports/git-sources.ts';
import type { Histories } from '#ports/history/histories.ts';
import { currentSurroundings } from './surroundings.ts';

type Method = (...given: unknown[]) => Promise<unknown>;

/** Stands in for lib/runtime/wire/hosts/sources.ts: hosts in memory, behind the boundary. */
export const wireSources = (): Sources & Histories =>
  new Proxy({} as Sources & Histories, {
    get:
      (_target, name) =>
      (...given: unknown[]) => {
        const { boundary, git } = currentSurroundings();
        const operation = String(name);
        const from = operation in git.sources ? git.sources : git.histories;
        return boundary.call({ service: 'git', operation, isWrite: false }, () =>
          (Reflect.get(from, name) as Method)(...given),
        );
      },
  });

export const wireSandboxedSources = (): Sources & Histories => wireSources();
