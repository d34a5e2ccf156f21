import type { PackageEcosystem } from '../model/component.ts';
import { jvmPackages } from './jvm-packages.ts';
import { pythonModules } from './python-modules.ts';

/** The modules that a package provides. */
export interface PackageModules {
  modules: readonly string[];
  /** True when the package provides no module of another name, so that code without these does not import it. */
  complete: boolean;
}

type ModulesOf = (name: string) => PackageModules;

const complete = (...modules: string[]): PackageModules => ({ modules, complete: true });
const atLeast = (...modules: string[]): PackageModules => ({ modules, complete: false });

/** In a few cases the library of a crate has another name than the crate, most of which its name reveals. */
const cratesWithOtherNames = /^rust-|-rs$|-rust$|^(?:md-5|sha-1|rustc-serialize|lib.{1,60}-sys)$/;

const ofTable =
  (known: Readonly<Record<string, readonly string[]>>, guess: (name: string) => string): ModulesOf =>
  (name) => {
    const stated = Object.hasOwn(known, name) ? known[name] : undefined;
    return stated ? complete(...stated) : atLeast(guess(name));
  };

const modulesOf: Partial<Record<PackageEcosystem, ModulesOf>> = {
  npm: (name) => complete(name),
  // Every package of Go is built with these, and imports parts of them by other names.
  Go: (name) => (name === 'stdlib' || name === 'toolchain' ? atLeast(name) : complete(name)),
  Pub: (name) => complete(name),
  'crates.io': (name) => {
    const module = name.replaceAll('-', '_');
    return cratesWithOtherNames.test(name) ? atLeast(module) : complete(module);
  },
  PyPI: ofTable(pythonModules, (name) => name.replaceAll('-', '_')),
  Maven: (name) => {
    const [group = ''] = name.split(':', 1);
    return ofTable(jvmPackages, () => group)(name);
  },
  RubyGems: (name) => atLeast(name, name.replaceAll('-', '/'), name.replaceAll('-', '_')),
  NuGet: (name) => atLeast(name),
};

/** Returns the modules by which code imports a package; undefined for ecosystems whose code is not read. */
export const packageModules = (ecosystem: PackageEcosystem, name: string): PackageModules | undefined =>
  modulesOf[ecosystem]?.(name);
