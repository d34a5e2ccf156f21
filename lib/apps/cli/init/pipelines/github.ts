import { jobMinutes, scanCommandLine, type Pipeline } from '../pipeline.ts';

export const githubPipeline: Pipeline = {
  file: '.github/workflows/scangate.yml',
  signs: ['.github/workflows'],
  hosts: ['github.com'],
  text: (values) => `name: scangate
on:
  push:
    branches: [${values.branch}]
  pull_request:
    types: [opened, synchronize, reopened, edited] # edited: it may merge into another branch now
  merge_group:

permissions:
  contents: read
  id-token: write # the identity of the job, instead of a stored token

jobs:
  # There is no \`if\`: GitHub counts a skipped job as passed. A pull request from a fork has no identity and fails.
  scangate:
    runs-on: ubuntu-latest
    timeout-minutes: ${jobMinutes}
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 0 # the commit to compare with
          persist-credentials: false
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - name: Scan and wait for the verdict
        run: ${scanCommandLine(values, { markdown: '"$GITHUB_STEP_SUMMARY"' })}
        env:
          SCANGATE_URL: ${values.url}
          SCANGATE_ORGANIZATION: ${values.organization}
`,
  trust: () => ({
    name: 'GitHub Actions',
    provider: 'github',
    match: { repository_id: '<id>' },
    repositories: 'matching',
  }),
  steps: ['<id> is `id` in the answer of https://api.github.com/repos/OWNER/REPO.'],
};
