import { projectDirectoryOf } from '@scangate/engines/units/recognize-file';
import { declaredGradleModules } from '../jvm/gradle-declared-modules.ts';
import type { ManifestReader } from './manifest-reader.ts';

const requestsOf =
  (has: (configuration: string) => boolean): ManifestReader =>
  (input) => {
    const { names, ...requests } = declaredGradleModules(projectDirectoryOf(input.path), input, has);
    return { ...requests, names: [...names].filter((name) => !name.includes('$')) };
  };

/** Reads what the build script of a directory declares, with the plugins of the build itself. */
export const gradleBuildRequests: ManifestReader = requestsOf(() => true);

/** Reads what the build script of a directory declares for the project: the plugins of a build are in another report. */
export const gradleProjectRequests: ManifestReader = requestsOf(
  (configuration) => configuration !== 'classpath',
);
