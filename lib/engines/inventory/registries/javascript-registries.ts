import { byLine, isLocalhost, type RegistryFiles, type RegistryReader } from './named-registry.ts';
import { linesOf } from '../parse/lines.ts';

const unverified = (form: RegExp) => ({ form, shape: 'unverified' as const });
const registry = (form: RegExp) => ({ form, shape: 'registry' as const });

/** Reads the list of hosts that Yarn contacts without encryption; the local machine is a registry under test. */
const plainHosts: RegistryReader = (text) => {
  const [, list] = text.split(/^unsafeHttpWhitelist:/m, 2);
  const [items = ''] = list === undefined ? [] : list.split(/^(?=[^\s#-])/m, 1);
  const before = text.slice(0, text.length - (list?.length ?? 0)).split('\n').length;
  return linesOf(items).flatMap((line, at) => {
    const [, host] = /^\s{0,20}-\s{1,20}["']?([^\s"'#]{1,255})/.exec(line) ?? [];
    if (host === undefined || isLocalhost(host)) return [];
    return [{ shape: 'unverified' as const, stated: `unsafeHttpWhitelist ${host}`, line: before + at }];
  });
};

const both =
  (...readers: readonly RegistryReader[]): RegistryReader =>
  (text) =>
    readers.flatMap((read) => read(text));

/** The files in which a project of npm, Yarn, pnpm or Bun configures its registries. */
export const javascriptRegistries: RegistryFiles = {
  '.npmrc': byLine(
    registry(/^\s{0,8}(?:@[\w.~-]{1,200}:)?registry\s{0,4}=\s{0,4}["']?(https?:\/\/[^\s"']{1,1000})/),
    unverified(/^\s{0,8}(strict-ssl\s{0,4}=\s{0,4}false)\b/),
  ),
  '.yarnrc': byLine(
    registry(/^\s{0,8}"?(?:@[\w.~-]{1,200}:)?registry"?\s{1,4}"?(https?:\/\/[^\s"]{1,1000})/),
    unverified(/^\s{0,8}(strict-ssl\s{1,4}false)\b/),
  ),
  '.yarnrc.yml': both(
    byLine(
      registry(/^\s{0,40}npmRegistryServer\s{0,4}:\s{0,4}["']?(https?:\/\/[^\s"']{1,1000})/),
      unverified(/^\s{0,8}(enableStrictSsl\s{0,4}:\s{0,4}false)\b/),
    ),
    plainHosts,
  ),
  'bunfig.toml': byLine(registry(/=[^#]{0,200}?["'](https?:\/\/[^\s"']{1,1000})/)),
  'pnpm-workspace.yaml': byLine(
    registry(
      /^\s{0,40}["']?(?:@[\w.~-]{1,200}|default|registry)["']?\s{0,4}:\s{0,4}["']?(https?:\/\/[^\s"']{1,1000})/,
    ),
    unverified(/^\s{0,8}(strictSsl\s{0,4}:\s{0,4}false)\b/),
  ),
};
