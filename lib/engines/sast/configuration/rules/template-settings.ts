import { entryWhere, isFalse, itemsOf, textOf, valueAt, type Entry } from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { TemplateResource } from '../subjects/template.ts';
import { template } from './template-samples.ts';

const offAt = ({ properties }: TemplateResource, keys: readonly string[]): Entry[] =>
  keys.flatMap((key) => entryWhere(properties, key, (_, node) => isFalse(node)));

const oldTls = /^(?:TLSv1(?:\.1)?(?:_2016)?|SSLv3|TLS_1_0)$/;
const oldPolicy = /^ELBSecurityPolicy-(?:2016-08|2015-05|TLS-1-[01]-|FS-2018-06)/;

const behaviorsOf = (config: ReturnType<typeof valueAt>) => [
  ...itemsOf(valueAt(config, 'DefaultCacheBehavior')),
  ...itemsOf(valueAt(config, 'CacheBehaviors')),
];

/** Rules for CloudFormation: encryption, protocols and other settings of services. */
export const templateSettingRules: readonly ConfigurationRule<TemplateResource>[] = [
  {
    id: 'cfn-unencrypted-storage',
    cwe: 'CWE-311',
    severity: 'medium',
    title: 'Encryption at rest is off',
    message: 'Anyone who gets a disk, a snapshot or a copy can read the data.',
    help: 'Turn encryption on, with a customer-managed key if access to it must be logged.',
    find: (resource) => [
      ...offAt(resource, ['StorageEncrypted', 'Encrypted', 'AtRestEncryptionEnabled']),
      ...itemsOf(valueAt(resource.properties, 'BlockDeviceMappings')).flatMap((each) =>
        entryWhere(valueAt(each, 'Ebs'), 'Encrypted', (_, node) => isFalse(node)),
      ),
    ],
    positives: [
      template('AWS::ElastiCache::ReplicationGroup', 'AtRestEncryptionEnabled: false # HERE\n'),
      template('AWS::EC2::Volume', 'Encrypted: false # HERE\n'),
      template('AWS::RDS::DBInstance', 'StorageEncrypted: false # HERE\n'),
      template('AWS::EC2::Instance', 'BlockDeviceMappings:\n  - Ebs:\n      Encrypted: false # HERE\n'),
    ],
    negatives: [
      template('AWS::RDS::DBInstance', 'StorageEncrypted: true\n'),
      template('AWS::EC2::Volume', 'Encrypted: !Ref Encrypted\n'),
    ],
  },
  {
    id: 'cfn-unencrypted-transport',
    cwe: 'CWE-319',
    severity: 'medium',
    title: 'Unencrypted requests accepted',
    message: 'An attacker on the network path can read and change what is sent, including credentials.',
    help: 'Redirect HTTP to HTTPS.',
    find: (resource) => {
      const { type, properties } = resource;
      const actions = itemsOf(valueAt(properties, 'DefaultActions'));
      const forwards = actions.some((action) => textOf(valueAt(action, 'Type')) === 'forward');
      return [
        ...(type === 'AWS::ElasticLoadBalancingV2::Listener' && forwards
          ? entryWhere(properties, 'Protocol', (value) => value === 'HTTP')
          : []),
        ...(type === 'AWS::CloudFront::Distribution'
          ? behaviorsOf(valueAt(properties, 'DistributionConfig')).flatMap((behavior) =>
              entryWhere(behavior, 'ViewerProtocolPolicy', (value) => value === 'allow-all'),
            )
          : []),
        ...offAt(resource, ['TransitEncryptionEnabled']),
      ];
    },
    positives: [
      template(
        'AWS::ElasticLoadBalancingV2::Listener',
        'Protocol: HTTP # HERE\nDefaultActions:\n  - Type: authenticate-oidc\n  - Type: forward\n',
      ),
      template(
        'AWS::ElasticLoadBalancingV2::Listener',
        'Protocol: HTTP # HERE\nDefaultActions:\n  - Type: forward\n',
      ),
      template(
        'AWS::CloudFront::Distribution',
        'DistributionConfig:\n  DefaultCacheBehavior:\n    ViewerProtocolPolicy: allow-all # HERE\n',
      ),
      template('AWS::ElastiCache::ReplicationGroup', 'TransitEncryptionEnabled: false # HERE\n'),
    ],
    negatives: [
      template(
        'AWS::ElasticLoadBalancingV2::Listener',
        'Protocol: HTTP\nDefaultActions:\n  - Type: redirect\n',
      ),
      template(
        'AWS::CloudFront::Distribution',
        'DistributionConfig:\n  DefaultCacheBehavior:\n    ViewerProtocolPolicy: redirect-to-https\n',
      ),
    ],
  },
  {
    id: 'cfn-weak-tls',
    cwe: 'CWE-326',
    severity: 'medium',
    title: 'Outdated TLS version accepted',
    message:
      'SSL 3 and TLS 1.0 and 1.1 have flaws that let an attacker on the network path read what is sent.',
    help: 'Require TLS 1.2 or newer.',
    find: ({ properties }) => [
      ...entryWhere(
        valueAt(properties, 'DistributionConfig', 'ViewerCertificate'),
        'MinimumProtocolVersion',
        (value) => oldTls.test(value),
      ),
      ...entryWhere(properties, 'SecurityPolicy', (value) => oldTls.test(value)),
      ...entryWhere(properties, 'SslPolicy', (value) => oldPolicy.test(value)),
    ],
    positives: [
      template(
        'AWS::CloudFront::Distribution',
        'DistributionConfig:\n  ViewerCertificate:\n    MinimumProtocolVersion: TLSv1 # HERE\n',
      ),
      template('AWS::ElasticLoadBalancingV2::Listener', 'SslPolicy: ELBSecurityPolicy-2016-08 # HERE\n'),
      template('AWS::ApiGateway::DomainName', 'SecurityPolicy: TLS_1_0 # HERE\n'),
    ],
    negatives: [
      template(
        'AWS::CloudFront::Distribution',
        'DistributionConfig:\n  ViewerCertificate:\n    MinimumProtocolVersion: TLSv1.2_2021\n',
      ),
    ],
  },
  {
    id: 'cfn-metadata-without-token',
    cwe: 'CWE-918',
    severity: 'medium',
    title: 'Instance metadata without a token (IMDSv1)',
    message: 'A request forgery (SSRF) on the instance gives an attacker the credentials of its role.',
    help: 'Set HttpTokens: required.',
    find: ({ properties }) =>
      [
        valueAt(properties, 'MetadataOptions'),
        valueAt(properties, 'LaunchTemplateData', 'MetadataOptions'),
      ].flatMap((options) => entryWhere(options, 'HttpTokens', (value) => value === 'optional')),
    positives: [
      template(
        'AWS::EC2::LaunchTemplate',
        'LaunchTemplateData:\n  MetadataOptions:\n    HttpTokens: optional # HERE\n',
      ),
      template('AWS::EC2::Instance', 'MetadataOptions:\n  HttpTokens: optional # HERE\n'),
    ],
    negatives: [
      template(
        'AWS::EC2::LaunchTemplate',
        'LaunchTemplateData:\n  MetadataOptions:\n    HttpTokens: required\n',
      ),
    ],
  },
  {
    id: 'cfn-key-without-rotation',
    cwe: 'CWE-324',
    severity: 'low',
    title: 'Key rotation is off',
    message: 'One key protects all data indefinitely: anyone who gets it can read everything.',
    help: 'Set EnableKeyRotation: true.',
    find: (resource) => (resource.type === 'AWS::KMS::Key' ? offAt(resource, ['EnableKeyRotation']) : []),
    positives: [template('AWS::KMS::Key', 'EnableKeyRotation: false # HERE\n')],
    negatives: [template('AWS::KMS::Key', 'EnableKeyRotation: true\n')],
  },
];
