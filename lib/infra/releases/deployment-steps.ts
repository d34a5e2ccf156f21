/** The settings among the options of `cdk deploy`, in each of the ways in which CDK takes them. */
const settingsAmong = (options: readonly string[]): string[] =>
  options.flatMap((option, index) => {
    if (option === '-c' || option === '--context') return [options[index + 1] ?? ''];
    const [, value] = /^(?:--context=|-c=?)(.+)$/s.exec(option) ?? [];
    return value === undefined ? [] : [value];
  });

/** The profile of credentials among the options, in each of the ways in which CDK takes it. */
const profileAmong = (options: readonly string[]): string | undefined => {
  const at = options.indexOf('--profile');
  if (at >= 0) return options[at + 1];
  return options.find((option) => option.startsWith('--profile='))?.slice('--profile='.length);
};

/**
 * Returns the commands that check the account and deploy all stacks: the check gets the settings, the deployment every
 * option.
 */
export const deploymentSteps = (
  options: readonly string[],
): { check: readonly string[]; deploy: readonly string[]; profile: string | undefined } => ({
  check: settingsAmong(options).flatMap((setting) => ['-c', setting]),
  deploy: ['deploy', '--all', '--concurrency', '10', ...options],
  profile: profileAmong(options),
});
