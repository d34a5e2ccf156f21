/** The file of arguments that Maven adds to each command line of a build. */
export const argumentsFile = '.mvn/maven.config';

const maxArguments = 1000;

/** The part of the arguments that decides about dependencies. */
export interface BuildArguments {
  properties: ReadonlyMap<string, string>;
  /** The profiles that are turned on or off, as written. */
  profiles: readonly string[];
}

/** Reads the file of arguments: its properties come before those of poms. */
export const readBuildArguments = (text: string): BuildArguments => {
  const properties = new Map<string, string>();
  const profiles: string[] = [];
  const words = text.split(/\s+/, maxArguments).filter((word) => word !== '');
  for (const [at, word] of words.entries()) {
    const following = words[at + 1] ?? '';
    const defined = /^(?:-D|--define=)(.{1,2000})$/.exec(word)?.[1];
    const stated = word === '-D' || word === '--define' ? following : defined;
    const equals = stated?.indexOf('=') ?? -1;
    if (stated !== undefined && equals > 0) properties.set(stated.slice(0, equals), stated.slice(equals + 1));
    const chosen = /^(?:-P|--activate-profiles=)(.{1,500})$/.exec(word)?.[1];
    if (chosen !== undefined) profiles.push(chosen);
    else if (word === '-P' || word === '--activate-profiles') profiles.push(following);
  }
  return { properties, profiles };
};
