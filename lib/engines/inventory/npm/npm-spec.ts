import { publicUrl, vcsUrl } from '../package-address.ts';
import type { FoundPackage } from '../lockfile-reader.ts';

const localSpec = /^(?:file|link|portal|workspace|exec):|^[.~]{0,2}\//;
const gitSpec =
  /^(?:git[+:@]|ssh:|github:|gitlab:|bitbucket:|gist:)|^https?:\/\/codeload\.github\.com\/|^https?:[^#]{1,2000}\.git(?:#|$)/;
/** `owner/repository`, npm's short form for GitHub. */
const githubSpec = /^[\w.-]{1,100}\/[\w.-]{1,100}(?:#|$)/;

/** True for the URL of an archive, as registries and mirrors serve it, rather than of a repository. */
export const isArchiveAddress = (spec: string): boolean =>
  (spec.startsWith('https:') || spec.startsWith('http:')) &&
  !((spec.includes('.git') || spec.includes('//codeload.')) && gitSpec.test(spec));

const fromRegistry = {};

/** Reads the source from a specifier of npm, Yarn or pnpm; empty for the registry. */
export const sourceOfSpec = (spec: string): Pick<FoundPackage, 'local' | 'origin'> => {
  // Nearly every range: each of the others has one of these.
  if (!spec.includes(':') && !spec.includes('/')) return fromRegistry;
  if (localSpec.test(spec)) return { local: 'path' };
  if (gitSpec.test(spec) || githubSpec.test(spec)) return { origin: { kind: 'git', url: vcsUrl(spec) } };
  return /^https?:/.test(spec) ? { origin: { kind: 'url', url: publicUrl(spec) } } : {};
};

/** Splits `npm:name@range` and `name@range`; the name may have a scope. */
export const splitSpec = (spec: string): { name: string; range: string } => {
  const bare = spec.startsWith('npm:') ? spec.slice(4) : spec;
  const at = bare.indexOf('@', 1);
  return at === -1 ? { name: bare, range: '' } : { name: bare.slice(0, at), range: bare.slice(at + 1) };
};
