interface SnippetInput {
  /** The address of the service. */
  origin: string;
  organizationId: string;
}

/** The step of a GitHub workflow. OWNER and COMMIT are those of the published action. */
export const githubSnippet = ({ origin, organizationId }: SnippetInput): string =>
  [
    'jobs:',
    '  scan:',
    '    runs-on: ubuntu-latest',
    '    permissions:',
    '      contents: read',
    '      id-token: write',
    '      pull-requests: write',
    '    steps:',
    '      - uses: OWNER/scangate-action@COMMIT',
    '        with:',
    `          url: ${origin}`,
    `          organization: ${organizationId}`,
    '',
  ].join('\n');

/** The component of a GitLab pipeline. */
export const gitlabSnippet = ({ origin, organizationId }: SnippetInput): string =>
  [
    'include:',
    '  - component: HOST/GROUP/scangate/scangate@VERSION',
    '    inputs:',
    `      url: ${origin}`,
    `      organization: ${organizationId}`,
    '',
  ].join('\n');

/** The command line, which writes the pipeline file of any other CI. */
export const commandLineSnippet = ({ origin, organizationId }: SnippetInput): string =>
  [
    `export SCANGATE_URL=${origin}`,
    `scangate init --organization ${organizationId}`,
    'scangate doctor',
    '',
  ].join('\n');
