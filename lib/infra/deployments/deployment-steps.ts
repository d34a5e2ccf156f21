/** The values of an option, in each of the ways in which CDK takes it: `--name value`, `--name=value`, `-n value`, `-nvalue`. */
const valuesAmong = (options: readonly string[], name: string, letter?: string): string[] =>
  options.flatMap((option, index) => {
    const isShort = letter !== undefined && option.startsWith(`-${letter}`);
    if (option === `--${name}` || (isShort && option.length === 2)) return [options[index + 1] ?? ''];
    if (isShort) return [option.slice(2).replace(/^=/, '')];
    const value = option.startsWith(`--${name}=`) ? option.slice(name.length + 3) : '';
    return value === '' ? [] : [value];
  });

/**
 * Returns the commands that check the account and deploy all stacks: the check gets the settings, the deployment every
 * option.
 */
export const deploymentSteps = (
  options: readonly string[],
): { check: readonly string[]; deploy: readonly string[]; profile: string | undefined } => ({
  check: valuesAmong(options, 'context', 'c').flatMap((setting) => ['-c', setting]),
  deploy: ['deploy', '--all', '--concurrency', '10', ...options],
  profile: valuesAmong(options, 'profile')[0],
});
