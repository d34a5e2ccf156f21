import { depsDevLicenses } from '#adapters/deps-dev/license-source.ts';
import { noLicenseSource, type LicenseSource } from '#ports/license-source.ts';
import { env } from '../env.ts';
import { wireObjectStore } from './objects/blobs.ts';

export const wireLicenseSource = (): LicenseSource =>
  env('LICENSE_SOURCE') === 'deps.dev' ? depsDevLicenses(wireObjectStore()) : noLicenseSource;
