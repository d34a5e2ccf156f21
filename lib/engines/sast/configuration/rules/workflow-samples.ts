/** Builds a workflow with one job that has these steps. */
export const workflow = (
  steps: string,
  { on = 'push', top = 'permissions:\n  contents: read\n', job = '' } = {},
): readonly [string, string] => [
  '.github/workflows/a.yml',
  `on: ${on}\n${top}jobs:\n  build:\n    runs-on: ubuntu-24.04\n${job}    steps:\n${steps}`,
];

/** Builds a workflow whose only step is a script. */
export const script = (line: string, on = 'push'): readonly [string, string] =>
  workflow(`      - name: step\n        run: |\n          set -e\n          ${line}\n`, { on });
