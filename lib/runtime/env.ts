import type { EnvironmentName } from '#contract/permissions.ts';

/** Reads a variable that may be empty, because a deployment can do without it. */
export const optionalEnv = (name: EnvironmentName): string | undefined => process.env[name] || undefined;

/** Reads a variable that the function declares in its needs. @throws Error at cold start when it is missing. */
export const env = (name: EnvironmentName): string => {
  const value = process.env[name];
  if (!value) throw new Error(`the environment lacks ${name}`);
  return value;
};
