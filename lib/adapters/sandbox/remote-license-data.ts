import type { Ecosystem } from '@scangate/engines/model/component';
import type { KnownLicense, LicenseSnapshot } from '@scangate/engines/model/license-data';
import type { LicenseData, PackageVersion } from '#ports/license-source.ts';
import type { Answer } from './sandbox-process.ts';
import type { ChildChannel } from './child-channel.ts';

/** The answer about packages, in order; null for those that the license data does not have. */
interface LicenseDataAnswer {
  /** Absent when no license data was ever imported. */
  snapshot?: LicenseSnapshot;
  known: (KnownLicense | null)[];
}

const packageIn = (asked: unknown): PackageVersion => {
  const { ecosystem, name, version } = (asked ?? {}) as Partial<PackageVersion>;
  if ([ecosystem, name, version].every((text) => typeof text === 'string'))
    return { ecosystem, name, version } as PackageVersion;
  throw new Error('the sandbox asks with something else');
};

/** Answers the question of a sandbox about license data. */
export const licenseDataAnswers = (data: LicenseData): Record<'license-data', Answer> => ({
  'license-data': async function* (question) {
    const asked = (question as { packages?: unknown }).packages;
    if (!Array.isArray(asked)) throw new Error('the sandbox asks with something else');
    const packages = asked.map(packageIn);
    const { snapshot, lookup } = await data.load(packages);
    const known = packages.map(({ ecosystem, name, version }) => lookup(ecosystem, name, version) ?? null);
    const answer: LicenseDataAnswer = { ...(snapshot && { snapshot }), known };
    yield Buffer.from(JSON.stringify(answer));
  },
});

const keyOf = (ecosystem: Ecosystem, name: string, version: string): string =>
  JSON.stringify([ecosystem, name, version]);

/** Queries the license data through the pipe, for all packages at once. */
export const remoteLicenseData = (channel: ChildChannel): LicenseData => ({
  load: async (packages) => {
    const { snapshot, known } = channel.askValue('license-data', { packages }) as LicenseDataAnswer;
    const licenses = new Map(
      packages.map(({ ecosystem, name, version }, index) => [keyOf(ecosystem, name, version), known[index]]),
    );
    return {
      ...(snapshot && { snapshot }),
      lookup: (ecosystem, name, version) => licenses.get(keyOf(ecosystem, name, version)) ?? undefined,
    };
  },
});
