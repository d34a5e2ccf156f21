import {
  entryOf,
  entryWhere,
  isFalse,
  isTrue,
  mapsAt,
  textOf,
  valueAt,
  type Entry,
  type Spot,
} from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { TerraformBlock } from '../subjects/terraform.ts';
import { isOneOf, resource, terraform } from './terraform-samples.ts';

/** The settings that turn on encryption at rest, by the prefix of the resource types that have them. */
const encryption = [
  'storage_encrypted',
  'encrypted',
  'at_rest_encryption_enabled',
  'encryption_at_rest_enabled',
  'infrastructure_encryption_enabled',
];

const offAt = ({ body }: TerraformBlock, keys: readonly string[]): Entry[] =>
  keys.flatMap((key) => entryWhere(body, key, (_, node) => isFalse(node)));

const disks = ['root_block_device', 'ebs_block_device', 'ebs'];

const unencryptedIn = (block: TerraformBlock): Entry[] => {
  const { body } = block;
  const mappings = [body, ...mapsAt(body, 'block_device_mappings')];
  const within = mappings.flatMap((map) => disks.flatMap((key) => mapsAt(map, key)));
  return [
    ...offAt(block, encryption),
    ...within.flatMap((disk) => entryWhere(disk, 'encrypted', (_, node) => isFalse(node))),
    ...mapsAt(body, 'encrypt_at_rest').flatMap((each) =>
      entryWhere(each, 'enabled', (_, node) => isFalse(node)),
    ),
  ];
};

const oldTls = /^(?:TLSv?_?1(?:[._][01])?(?:_2016)?|SSLv3|1\.[01])$/i;
const oldPolicy = /^ELBSecurityPolicy-(?:2016-08|2015-05|TLS-1-[01]-|FS-2018-06)/;

const weakTlsOf = (block: TerraformBlock): Spot[] => {
  const { body } = block;
  const within = [
    body,
    ...mapsAt(body, 'viewer_certificate'),
    ...mapsAt(body, 'site_config'),
    ...mapsAt(body, 'domain_endpoint_options'),
  ];
  const keys = [
    'minimum_protocol_version',
    'min_tls_version',
    'minimum_tls_version',
    'ssl_minimal_tls_version_enforced',
    'security_policy',
  ];
  const versions = within.flatMap((map) =>
    keys.flatMap((key) =>
      entryWhere(map, key, (value) => oldTls.test(value.replace(/^TLSEnforcementDisabled$/, 'TLS1_0'))),
    ),
  );
  const policies = isOneOf(block, 'aws_lb_listener', 'aws_alb_listener')
    ? entryWhere(body, 'ssl_policy', (value) => oldPolicy.test(value))
    : [];
  return [...versions, ...policies];
};

const plainListener = (block: TerraformBlock): Spot[] => {
  const { body } = block;
  if (isOneOf(block, 'aws_cloudfront_distribution'))
    return [...mapsAt(body, 'default_cache_behavior'), ...mapsAt(body, 'ordered_cache_behavior')].flatMap(
      (behavior) => entryWhere(behavior, 'viewer_protocol_policy', (value) => value === 'allow-all'),
    );
  if (!isOneOf(block, 'aws_lb_listener', 'aws_alb_listener')) return [];
  const forwards = mapsAt(body, 'default_action').some(
    (action) => textOf(valueAt(action, 'type')) === 'forward',
  );
  return forwards ? entryWhere(body, 'protocol', (value) => value === 'HTTP') : [];
};

const isUnpinnedModule = (source: string): boolean =>
  /^(?:git::|git@|github\.com\/|bitbucket\.org\/|hg::|https?:\/\/)/.test(source) &&
  !/[?&](?:ref|rev|version|checksum)=/.test(source);

/** Rules for Terraform: encryption, protocols and other settings of services. */
export const terraformSettingRules: readonly ConfigurationRule<TerraformBlock>[] = [
  {
    id: 'tf-unencrypted-storage',
    cwe: 'CWE-311',
    severity: 'medium',
    title: 'Encryption at rest is off',
    message: 'Anyone who gets a disk, a snapshot or a copy can read the data.',
    help: 'Turn encryption on, with a customer-managed key if access to it must be logged.',
    find: (block) =>
      /^(?:aws|azurerm|alicloud)_/.test(block.type) && !block.isData ? unencryptedIn(block) : [],
    positives: [
      resource('aws_db_instance', '  storage_encrypted = false # HERE'),
      resource('aws_ebs_volume', '  encrypted = false # HERE'),
      resource('aws_instance', '  root_block_device {\n    encrypted = false # HERE\n  }'),
      resource('aws_opensearch_domain', '  encrypt_at_rest {\n    enabled = false # HERE\n  }'),
      resource('aws_elasticache_replication_group', '  at_rest_encryption_enabled = false # HERE'),
    ],
    negatives: [
      resource('aws_db_instance', '  storage_encrypted = true'),
      resource('aws_ebs_volume', '  encrypted = var.encrypted'),
      terraform('data "aws_ebs_volume" "a" {\n  encrypted = false\n}\n'),
    ],
  },
  {
    id: 'tf-database-without-encryption',
    cwe: 'CWE-311',
    severity: 'low',
    confidence: 'low',
    title: 'Database encryption is not enabled',
    message: 'Without this setting, the database and its snapshots are not encrypted.',
    help: 'Set storage_encrypted = true.',
    find: (block) => {
      const isCopy = [
        'snapshot_identifier',
        'replicate_source_db',
        'global_cluster_identifier',
        'cluster_identifier',
      ].some((key) => entryOf(block.body, key));
      const isStated = entryOf(block.body, 'storage_encrypted') !== undefined;
      return isOneOf(block, 'aws_db_instance', 'aws_rds_cluster', 'aws_docdb_cluster') && !isCopy && !isStated
        ? [{ start: block.body.start, end: block.body.start + 1 }]
        : [];
    },
    positives: [
      terraform('resource "aws_docdb_cluster" "a" { # HERE\n  engine = "b"\n}\n'),
      terraform('resource "aws_rds_cluster" "a" { # HERE\n  engine = "b"\n}\n'),
      terraform('resource "aws_db_instance" "a" { # HERE\n  engine = "postgres"\n}\n'),
    ],
    negatives: [
      resource('aws_docdb_cluster', '  cluster_identifier = "b"'),
      resource('aws_rds_cluster', '  global_cluster_identifier = "b"'),
      resource('aws_db_instance', '  snapshot_identifier = "b"'),
      resource('aws_db_instance', '  storage_encrypted = true'),
      resource('aws_db_instance', '  replicate_source_db = "b"'),
      resource('aws_instance', ''),
    ],
  },
  {
    id: 'tf-unencrypted-transport',
    cwe: 'CWE-319',
    severity: 'medium',
    title: 'Unencrypted requests accepted',
    message: 'An attacker on the network path can read and change what is sent, including credentials.',
    help: 'Redirect HTTP to HTTPS.',
    find: (block) => [
      ...plainListener(block),
      ...(block.isData
        ? []
        : offAt(block, [
            'transit_encryption_enabled',
            'https_traffic_only_enabled',
            'enable_https_traffic_only',
            'https_only',
            'require_ssl',
          ])),
    ],
    positives: [
      resource('google_sql_database_instance', '  require_ssl = false # HERE'),
      resource('azurerm_linux_web_app', '  https_only = false # HERE'),
      resource('azurerm_storage_account', '  enable_https_traffic_only = false # HERE'),
      resource('aws_elasticache_replication_group', '  transit_encryption_enabled = false # HERE'),
      resource(
        'aws_lb_listener',
        '  protocol = "HTTP" # HERE\n  default_action {\n    type = "forward"\n  }',
      ),
      resource(
        'aws_cloudfront_distribution',
        '  default_cache_behavior {\n    viewer_protocol_policy = "allow-all" # HERE\n  }',
      ),
      resource('azurerm_storage_account', '  https_traffic_only_enabled = false # HERE'),
    ],
    negatives: [
      resource('aws_lb_listener', '  protocol = "HTTP"\n  default_action {\n    type = "redirect"\n  }'),
      resource(
        'aws_cloudfront_distribution',
        '  default_cache_behavior {\n    viewer_protocol_policy = "redirect-to-https"\n  }',
      ),
      resource('aws_lb_listener', '  protocol = "HTTPS"\n  default_action {\n    type = "forward"\n  }'),
    ],
  },
  {
    id: 'tf-weak-tls',
    cwe: 'CWE-326',
    severity: 'medium',
    title: 'Outdated TLS version accepted',
    message:
      'SSL 3 and TLS 1.0 and 1.1 have flaws that let an attacker on the network path read what is sent.',
    help: 'Require TLS 1.2 or newer.',
    find: (block) => (block.isData || block.type === 'module' ? [] : weakTlsOf(block)),
    positives: [
      resource(
        'aws_cloudfront_distribution',
        '  viewer_certificate {\n    minimum_protocol_version = "TLSv1" # HERE\n  }',
      ),
      resource('azurerm_storage_account', '  min_tls_version = "TLS1_0" # HERE'),
      resource('google_compute_ssl_policy', '  min_tls_version = "TLS_1_0" # HERE'),
      resource('aws_lb_listener', '  ssl_policy = "ELBSecurityPolicy-2016-08" # HERE'),
    ],
    negatives: [
      terraform(
        'module "a" {\n  source = "./a"\n  min_tls_version = "1.0"\n}\ndata "azurerm_storage_account" "a" {\n  min_tls_version = "TLS1_0"\n}\n',
      ),
      resource(
        'aws_cloudfront_distribution',
        '  viewer_certificate {\n    minimum_protocol_version = "TLSv1.2_2021"\n  }',
      ),
      resource('aws_lb_listener', '  ssl_policy = "ELBSecurityPolicy-TLS13-1-2-2021-06"'),
      resource('azurerm_redis_cache', '  minimum_tls_version = "1.2"'),
    ],
  },
  {
    id: 'tf-metadata-without-token',
    cwe: 'CWE-918',
    severity: 'medium',
    title: 'Instance metadata without a token (IMDSv1)',
    message: 'A request forgery (SSRF) on the instance gives an attacker the credentials of its role.',
    help: 'Set http_tokens = "required".',
    find: (block) =>
      isOneOf(block, 'aws_instance', 'aws_launch_template', 'aws_launch_configuration')
        ? mapsAt(block.body, 'metadata_options').flatMap((options) =>
            entryWhere(options, 'http_tokens', (value) => value === 'optional'),
          )
        : [],
    positives: [
      resource('aws_launch_configuration', '  metadata_options {\n    http_tokens = "optional" # HERE\n  }'),
      resource('aws_launch_template', '  metadata_options {\n    http_tokens = "optional" # HERE\n  }'),
      resource('aws_instance', '  metadata_options {\n    http_tokens = "optional" # HERE\n  }'),
    ],
    negatives: [resource('aws_launch_template', '  metadata_options {\n    http_tokens = "required"\n  }')],
  },
  {
    id: 'tf-key-without-rotation',
    cwe: 'CWE-324',
    severity: 'low',
    title: 'Key rotation is off',
    message: 'One key protects all data indefinitely: anyone who gets it can read everything.',
    help: 'Set enable_key_rotation = true.',
    find: (block) => (isOneOf(block, 'aws_kms_key') ? offAt(block, ['enable_key_rotation']) : []),
    positives: [resource('aws_kms_key', '  enable_key_rotation = false # HERE')],
    negatives: [
      resource('aws_kms_key', '  enable_key_rotation = true'),
      resource('aws_kms_key', '  description = "signs"'),
    ],
  },
  {
    id: 'tf-open-cluster',
    cwe: 'CWE-284',
    severity: 'medium',
    title: 'Access control of a cluster weakened',
    message: 'Legacy authorization, basic passwords or missing roles let anyone in the cluster change it.',
    help: 'Use only role-based access control.',
    find: (block) => {
      const { body } = block;
      if (isOneOf(block, 'google_container_cluster'))
        return entryWhere(body, 'enable_legacy_abac', (_, node) => isTrue(node));
      return isOneOf(block, 'azurerm_kubernetes_cluster')
        ? offAt(block, ['role_based_access_control_enabled'])
        : [];
    },
    positives: [
      resource('google_container_cluster', '  enable_legacy_abac = true # HERE'),
      resource('azurerm_kubernetes_cluster', '  role_based_access_control_enabled = false # HERE'),
    ],
    negatives: [
      resource('google_container_cluster', '  enable_legacy_abac = false'),
      resource('azurerm_kubernetes_cluster', '  role_based_access_control_enabled = true'),
    ],
  },
  {
    id: 'tf-unpinned-module',
    cwe: 'CWE-829',
    severity: 'low',
    title: 'Third-party module without a version',
    message:
      'The module is whatever its branch or URL contains when it is fetched, and changes the account with your permissions.',
    help: 'Set ref to a tag or a commit.',
    find: ({ type, body }) => (type === 'module' ? entryWhere(body, 'source', isUnpinnedModule) : []),
    positives: [
      terraform('module "a" {\n  source = "git::https://example.com/vpc.git" # HERE\n}\n'),
      terraform('module "a" {\n  source = "github.com/acme/vpc" # HERE\n}\n'),
    ],
    negatives: [
      terraform(
        'module "a" {\n  source = "git::https://example.com/vpc.git?ref=v1.2"\n}\nmodule "b" {\n  source = "./vpc"\n}\n',
      ),
      terraform('module "a" {\n  source = "terraform-aws-modules/vpc/aws"\n  version = "5.1.0"\n}\n'),
    ],
  },
];
