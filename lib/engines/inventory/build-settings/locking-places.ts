import { plainText, type Link } from './gradle-chains.ts';

/** The projects that a statement is about: that of its script, those below it, both, or one by its directory. */
export type Projects = 'own' | 'below' | 'all' | { directory: string };

/** The part of a build that a block of a script, or a call in it, configures. */
export interface Place {
  kind:
    | 'settings'
    | 'build'
    | 'project'
    | 'plugins'
    | 'applied'
    | 'configurations'
    | 'configuration'
    | 'strategy'
    | 'locking'
    | 'stated';
  projects: Projects;
  /** Whether it is about the plugins only, in `buildscript`. */
  isOfPlugins: boolean;
  /** The only configuration that it is about; undefined for all. */
  configuration?: string;
}

/** The words that turn locking on. */
export const activations: ReadonlySet<string> = new Set([
  'lockAllConfigurations',
  'activateDependencyLocking',
]);

/** The words that turn it off again, or not on for everything. */
export const exceptions: ReadonlySet<string> = new Set([
  'deactivateDependencyLocking',
  'unlockAllConfigurations',
  'ignoredDependencies',
  'LENIENT',
  'setWriteDependencyLocks',
  'setLockedDependenciesToUpdate',
]);

/** The words before the name of a script or plugin that is applied. */
export const appliers: ReadonlySet<string> = new Set(['apply', 'id', 'from', 'plugin']);
/** Blocks of plugins that run only where another one is applied. */
const ofNoOther = new Set(['withId', 'withPlugin', 'withType', 'hasPlugin', 'findPlugin', 'if', 'else']);

const ofAll = new Set(['all', 'configureEach']);
const ofOne = new Set(['named', 'getByName', 'findByName', 'getAt', 'create', 'register', 'maybeCreate']);
/** Names in the container of configurations that are none of a configuration, or may be of several. */
const ofContainer = new Set(
  'each forEach every any find findAll matching withType filter map also let run apply with asMap names this if else for while do try catch finally when switch return it'.split(
    ' ',
  ),
);

/** Returns whether nothing but a block is given to a call. */
const isBare = ({ given }: Link): boolean => given === undefined || given.length === 0;

/** Returns the directory of a project by its path, `:a:b`, relative to the root of the build. */
const projectAt = (link: Link): Projects | undefined => {
  const path = plainText(link.given);
  return path?.startsWith(':') ? { directory: `${path.slice(1).split(':').join('/')}/` } : undefined;
};

const inBuild = (place: Place, link: Link): Place | undefined => {
  const { name } = link;
  if (name === 'lifecycle') return place;
  if (!isBare(link)) return undefined;
  const isOfProjects = name === 'allprojects' || name === 'beforeProject' || name === 'afterProject';
  return isOfProjects ? { ...place, kind: 'project', projects: 'all' } : undefined;
};

/** Projects of a project that is only one of several are not known. */
const ofProjects = (place: Place, projects: Projects | undefined): Place | undefined =>
  projects && place.projects === 'own' ? { ...place, projects } : undefined;

const inProject = (place: Place, link: Link): Place | undefined => {
  const { name, given } = link;
  if (name === 'configure' && given?.length === 1) return inProject(place, { name: given[0]?.value ?? '' });
  if (name === 'apply') return { ...place, kind: 'applied' };
  if (name === 'project' && !isBare(link)) return ofProjects(place, projectAt(link));
  if (!isBare(link)) return undefined;
  if (name === 'allprojects') return ofProjects(place, 'all');
  if (name === 'subprojects') return ofProjects(place, 'below');
  if (['plugins', 'getPlugins', 'pluginManager', 'getPluginManager'].includes(name))
    return { ...place, kind: 'plugins' };
  if (['project', 'getProject', 'afterEvaluate'].includes(name)) return place;
  if (name === 'buildscript' || name === 'getBuildscript') return { ...place, isOfPlugins: true };
  if (name === 'configurations' || name === 'getConfigurations') return { ...place, kind: 'configurations' };
  if (name === 'dependencyLocking' || name === 'getDependencyLocking') return { ...place, kind: 'locking' };
  return undefined;
};

const inContainer = (place: Place, link: Link): Place | undefined => {
  const kind = 'configuration';
  if (ofAll.has(link.name)) return isBare(link) ? { ...place, kind } : undefined;
  if (!ofOne.has(link.name))
    return link.given || ofContainer.has(link.name)
      ? undefined
      : { ...place, kind, configuration: link.name };
  const configuration = plainText(link.given);
  return configuration === undefined ? undefined : { ...place, kind, configuration };
};

const inConfiguration = (place: Place, link: Link): Place | undefined => {
  const { name } = link;
  if (!isBare(link)) return undefined;
  if (name === 'get' || name === 'configure') return place;
  const isStrategy = name === 'resolutionStrategy' || name === 'getResolutionStrategy';
  return isStrategy ? { ...place, kind: 'strategy' } : undefined;
};

/** Only a call turns locking on. */
const stated = (place: Place, link: Link, words: readonly string[]): Place | undefined =>
  words.includes(link.name) && (!activations.has(link.name) || link.given?.length === 0)
    ? { ...place, kind: 'stated' }
    : undefined;

/** Returns the place to which a name in another one leads; undefined if that is not known. */
export const placeIn = (place: Place, link: Link): Place | undefined => {
  switch (place.kind) {
    case 'settings':
      return link.name === 'gradle' || link.name === 'getGradle' ? { ...place, kind: 'build' } : undefined;
    case 'build':
      return inBuild(place, link);
    case 'project':
      return inProject(place, link);
    case 'plugins':
      return ofNoOther.has(link.name) ? undefined : { ...place, kind: 'applied' };
    case 'applied':
      return place;
    case 'configurations':
      return inContainer(place, link);
    case 'configuration':
      return inConfiguration(place, link);
    case 'strategy':
      return stated(place, link, ['activateDependencyLocking', 'deactivateDependencyLocking']);
    case 'locking':
      return stated(place, link, [
        'lockAllConfigurations',
        'unlockAllConfigurations',
        'lockMode',
        'getLockMode',
        'setLockMode',
        'ignoredDependencies',
      ]);
    case 'stated':
      return undefined;
  }
};
