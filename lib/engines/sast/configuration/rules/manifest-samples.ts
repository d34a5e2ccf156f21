const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : `${' '.repeat(by)}${line}`))
    .join('\n');

/** Builds a deployment whose pod has these fields besides its container. */
export const pod = (fields: string, container = ''): readonly [string, string] => [
  'deploy/a.yaml',
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    spec:\n${indented(fields, 6)}      containers:\n        - name: app\n          image: app:1.2\n${indented(container, 10)}`,
];

/** Builds a deployment whose container has these fields. */
export const container = (fields: string): readonly [string, string] => pod('', fields);

/** Builds an RBAC object. */
export const access = (kind: string, fields: string): readonly [string, string] => [
  'deploy/rbac.yaml',
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata:\n  name: a\n${fields}`,
];
