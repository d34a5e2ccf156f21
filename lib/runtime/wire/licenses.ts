import { depsDevLicenses } from '../../adapters/deps-dev/license-source.ts';
import { noLicenseSource, type LicenseSource } from '../../ports/license-source.ts';
import { env } from '../env.ts';
import { wireObjects } from './blobs.ts';

export const wireLicenses = (): LicenseSource =>
  env('LICENSE_SOURCE') === 'deps.dev' ? depsDevLicenses(wireObjects()) : noLicenseSource;
