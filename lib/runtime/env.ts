import type { EnvironmentName } from '#contract/capabilities.ts';

/** A variable that may be empty, where a deployment does without. */
export const optionalEnv = (name: EnvironmentName): string | undefined => process.env[name] || undefined;

/** A variable the function declared through its needs. @throws Error at cold start when it is missing. */
export const env = (name: EnvironmentName): string => {
  const value = process.env[name];
  if (!value) throw new Error(`the environment lacks ${name}`);
  return value;
};
