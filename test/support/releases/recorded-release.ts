import { recordVersions, type RecordVersions } from '#adapters/dynamodb/record-versions.ts';
import type { Resource } from '#test/infra/synthesized.ts';
import { fixedNameOf } from './fixed-names.ts';

type Resources = Readonly<Record<string, Resource>>;

/** The parts of a release in an account that the next one must find and keep. */
export interface RecordedRelease {
  version: string;
  /** By the end of the stack's name, what holds data or an address that others know, as a template of its own. */
  stacks: Record<string, { Resources: Resources }>;
  /** The place of each fixed name, as `stack/logicalId`. CloudFormation makes a resource before it removes the one whose name it takes. */
  named: Record<string, string>;
  /** The exports that stacks of the release import: CloudFormation refuses to remove them while it runs. */
  imported: string[];
  /** The newest version of each record that the release reads, where that is not the first. */
  reads: Record<string, number>;
}

/** The types whose data or address is lost when CloudFormation replaces them. */
const lasting = new Set([
  'AWS::ApiGateway::RestApi',
  'AWS::Backup::BackupVault',
  'AWS::CloudFront::Distribution',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolDomain',
  'AWS::DynamoDB::GlobalTable',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
]);

/** Properties that change in place, and are long. */
const inPlace = new Set(['DistributionConfig', 'KeyPolicy', 'LifecycleConfiguration', 'Description']);

const recordedProperties = (properties: Resource['Properties'] = {}): Resource['Properties'] =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !inPlace.has(name)));

const lastingOf = (resources: Resources): Resources =>
  Object.fromEntries(
    Object.entries(resources)
      .filter(([, { Type, DeletionPolicy }]) => lasting.has(Type) && DeletionPolicy !== 'Delete')
      .map(([id, { Type, Properties, DeletionPolicy }]) => [
        id,
        { Type, Properties: recordedProperties(Properties), ...(DeletionPolicy && { DeletionPolicy }) },
      ]),
  );

const namedIn = (stacks: Readonly<Record<string, Resources>>): Record<string, string> => {
  const places = Object.entries(stacks).flatMap(([stack, resources]) =>
    Object.entries(resources).flatMap(([id, resource]): [name: string, place: string][] => {
      const name = fixedNameOf(resource);
      return name === undefined ? [] : [[name, `${stack}/${id}`]];
    }),
  );
  return Object.fromEntries(places.toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** Records a release from its templates. */
export const recordRelease = (
  version: string,
  stacks: Readonly<Record<string, Resources>>,
  versions: RecordVersions = recordVersions,
): RecordedRelease => ({
  version,
  stacks: Object.fromEntries(
    Object.entries(stacks)
      .map(([name, resources]) => [name, { Resources: lastingOf(resources) }] as const)
      .filter(([, { Resources }]) => Object.keys(Resources).length > 0),
  ),
  named: namedIn(stacks),
  imported: [...new Set(JSON.stringify(stacks).match(/(?<="Fn::ImportValue":")[^"]+/g))].toSorted(),
  reads: Object.fromEntries(
    Object.entries(versions).map(([record, { steps }]) => [record, steps.length + 1]),
  ),
});
