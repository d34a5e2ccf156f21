import type { scanConfiguration } from './scan-configuration.ts';

let loaded: typeof scanConfiguration | undefined;

/** Loads the configuration scanner, which few units need. */
export const loadConfigurationScanner = async (): Promise<void> => {
  loaded ??= (await import('./scan-configuration.ts')).scanConfiguration;
};

/**
 * Returns the configuration scanner.
 * @throws Error when it is not loaded.
 */
export const configurationScanner = (): typeof scanConfiguration => {
  if (!loaded) throw new Error('what reads configuration is not loaded');
  return loaded;
};
