/** Builds a template with one resource that has these properties. */
export const template = (type: string, properties: string): readonly [string, string] => [
  'stack.yaml',
  `AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  A:\n    Type: ${type}\n    Properties:\n${properties.replaceAll(/^(?=.)/gm, '      ')}`,
];
