import {
  entryOf,
  entryWhere,
  isTrue,
  mapsAt,
  textOf,
  textsOf,
  valueAt,
  type ConfigNode,
  type Spot,
} from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { TerraformBlock } from '../subjects/terraform.ts';
import { isAnyAddress, isAnyProtocol, opensInternalPort } from './network.ts';
import { isOneOf, resource } from './terraform-samples.ts';

/** The keys that hold CIDR ranges in a rule of an AWS security group. */
const rangeKeys = ['cidr_blocks', 'ipv6_cidr_blocks', 'cidr_ipv4', 'cidr_ipv6'];

const openRanges = (rule: ConfigNode): Spot[] => {
  const isOpen = isAnyProtocol(textOf(valueAt(rule, 'protocol') ?? valueAt(rule, 'ip_protocol')));
  const [from, to] = [textOf(valueAt(rule, 'from_port')), textOf(valueAt(rule, 'to_port'))];
  if (!isOpen && !opensInternalPort(from, to)) return [];
  return rangeKeys
    .flatMap((key) => entryOf(rule, key) ?? [])
    .filter(({ value }) => textsOf(value).some(isAnyAddress))
    .slice(0, 1);
};

const openPorts = (ports: readonly string[]): boolean =>
  ports.length === 0 ||
  ports.some((range) => {
    const [from = '', to = from] = range.split('-');
    return range === '*' || opensInternalPort(from, to);
  });

/** Returns the rules of a list that allow everybody access to an internal port. */
const openListOf = (block: TerraformBlock): Spot[] => {
  const { body } = block;
  const isList = isOneOf(block, 'aws_network_acl', 'aws_default_network_acl');
  const isRule = isOneOf(block, 'aws_network_acl_rule') && !isTrue(valueAt(body, 'egress'));
  const rules = isList ? mapsAt(body, 'ingress') : [body];
  if (!isList && !isRule) return [];
  return rules
    .filter((rule) => /^allow$/i.test(textOf(valueAt(rule, 'action') ?? valueAt(rule, 'rule_action'))))
    .filter((rule) => opensInternalPort(textOf(valueAt(rule, 'from_port')), textOf(valueAt(rule, 'to_port'))))
    .flatMap((rule) =>
      ['cidr_block', 'ipv6_cidr_block'].flatMap((key) => entryWhere(rule, key, isAnyAddress)),
    );
};

const openIngressOf = (block: TerraformBlock): Spot[] => {
  const { body } = block;
  if (isOneOf(block, 'aws_security_group', 'aws_default_security_group'))
    return mapsAt(body, 'ingress').flatMap(openRanges);
  if (isOneOf(block, 'aws_security_group_rule'))
    return textOf(valueAt(body, 'type')) === 'ingress' ? openRanges(body) : [];
  if (isOneOf(block, 'aws_vpc_security_group_ingress_rule')) return openRanges(body);
  if (isOneOf(block, 'google_compute_firewall')) {
    const ranges = entryOf(body, 'source_ranges');
    const isOpen = mapsAt(body, 'allow').some((allow) => openPorts(textsOf(valueAt(allow, 'ports'))));
    return ranges && isOpen && textsOf(ranges.value).some(isAnyAddress) ? [ranges] : [];
  }
  return openAzureRule(block);
};

const openAzureRule = (block: TerraformBlock): Spot[] => {
  const { body } = block;
  const rules = isOneOf(block, 'azurerm_network_security_group') ? mapsAt(body, 'security_rule') : [body];
  if (!isOneOf(block, 'azurerm_network_security_group', 'azurerm_network_security_rule')) return [];
  return rules
    .filter(
      (rule) =>
        /^Inbound$/i.test(textOf(valueAt(rule, 'direction'))) &&
        /^Allow$/i.test(textOf(valueAt(rule, 'access'))),
    )
    .filter((rule) =>
      openPorts([
        ...textsOf(valueAt(rule, 'destination_port_range')),
        ...textsOf(valueAt(rule, 'destination_port_ranges')),
      ]),
    )
    .flatMap((rule) => entryWhere(rule, 'source_address_prefix', isAnyAddress));
};

/** Rules for Terraform: what is reachable from the internet. */
export const terraformNetworkRules: readonly ConfigurationRule<TerraformBlock>[] = [
  {
    id: 'tf-open-ingress',
    cwe: 'CWE-668',
    severity: 'high',
    title: 'Internal port open to the internet',
    message: 'Anybody can reach an administration or database port, and try passwords and exploits there.',
    help: 'Allow only the addresses that need it, or use a VPN or a session manager.',
    find: openIngressOf,
    positives: [
      resource(
        'aws_security_group_rule',
        '  type = "ingress"\n  from_port = 22\n  to_port = 22\n  cidr_blocks = ["64.0.0.0/2"] # HERE',
      ),
      resource(
        'aws_security_group',
        '  ingress {\n    from_port = 22\n    to_port = 22\n    protocol = "tcp"\n    cidr_blocks = ["0.0.0.0/0"] # HERE\n  }',
      ),
      resource(
        'aws_security_group_rule',
        '  type = "ingress"\n  from_port = 0\n  to_port = 65535\n  cidr_blocks = ["10.0.0.0/8", "0.0.0.0/0"] # HERE',
      ),
      resource(
        'aws_security_group',
        '  dynamic "ingress" {\n    for_each = var.ports\n    content {\n      from_port = 22\n      to_port = 22\n      cidr_blocks = ["0.0.0.0/0"] # HERE\n    }\n  }',
      ),
      resource(
        'aws_security_group_rule',
        '  type = "ingress"\n  from_port = 22\n  to_port = 22\n  cidr_blocks = concat(var.own, ["0.0.0.0/0"]) # HERE',
      ),
      resource(
        'aws_security_group_rule',
        '  type = "ingress"\n  from_port = 22\n  to_port = 22\n  cidr_blocks = ["0.0.0.0\\u002f0"] # HERE',
      ),
      resource('aws_vpc_security_group_ingress_rule', '  ip_protocol = "-1"\n  cidr_ipv6 = "::/0" # HERE'),
      resource(
        'google_compute_firewall',
        '  source_ranges = ["0.0.0.0/0"] # HERE\n  allow {\n    protocol = "tcp"\n    ports = ["80", "3000-4000"]\n  }',
      ),
      resource(
        'azurerm_network_security_rule',
        '  direction = "Inbound"\n  access = "Allow"\n  destination_port_range = "3389"\n  source_address_prefix = "*" # HERE',
      ),
    ],
    negatives: [
      resource(
        'aws_security_group',
        '  ingress {\n    from_port = 443\n    to_port = 443\n    cidr_blocks = ["0.0.0.0/0"]\n  }\n  egress {\n    protocol = "-1"\n    cidr_blocks = ["0.0.0.0/0"]\n  }',
      ),
      resource(
        'aws_security_group_rule',
        '  type = "ingress"\n  from_port = 22\n  to_port = 22\n  cidr_blocks = concat(var.own, ["10.0.0.0/8"])',
      ),
      resource(
        'aws_security_group_rule',
        '  type = "egress"\n  from_port = 22\n  to_port = 22\n  cidr_blocks = ["0.0.0.0/0"]',
      ),
      resource(
        'aws_vpc_security_group_ingress_rule',
        '  from_port = 22\n  to_port = 22\n  cidr_ipv4 = "10.0.0.0/8"',
      ),
      resource(
        'google_compute_firewall',
        '  source_ranges = ["0.0.0.0/0"]\n  allow {\n    ports = ["443"]\n  }',
      ),
      resource(
        'azurerm_network_security_rule',
        '  direction = "Inbound"\n  access = "Deny"\n  destination_port_range = "*"\n  source_address_prefix = "*"',
      ),
    ],
  },
  {
    id: 'tf-open-network-list',
    cwe: 'CWE-668',
    severity: 'low',
    confidence: 'low',
    title: 'Network ACL opens an internal port',
    message:
      'Only the security groups of the instances keep the internet away from an administration or database port.',
    help: 'Deny these ports for external addresses.',
    find: openListOf,
    positives: [
      resource(
        'aws_network_acl',
        '  ingress {\n    action = "allow"\n    from_port = 22\n    to_port = 22\n    cidr_block = "0.0.0.0/0" # HERE\n  }',
      ),
      resource(
        'aws_network_acl_rule',
        '  rule_action = "allow"\n  from_port = 3389\n  to_port = 3389\n  ipv6_cidr_block = "::/0" # HERE',
      ),
    ],
    negatives: [
      resource(
        'aws_network_acl',
        '  ingress {\n    action = "deny"\n    from_port = 22\n    to_port = 22\n    cidr_block = "0.0.0.0/0"\n  }',
      ),
      resource(
        'aws_network_acl_rule',
        '  egress = true\n  rule_action = "allow"\n  from_port = 22\n  to_port = 22\n  cidr_block = "0.0.0.0/0"',
      ),
    ],
  },
  {
    id: 'tf-public-database',
    cwe: 'CWE-668',
    severity: 'medium',
    title: 'Publicly accessible data store',
    message:
      'The data store has a public address: a single open firewall rule exposes it to password guessing and exploits.',
    help: 'Keep it in a private network.',
    find: (block) =>
      /^(?:aws_(?:db_instance|rds_cluster_instance|redshift_cluster|dms_replication_instance)|azurerm_(?:mssql_server|postgresql_server|postgresql_flexible_server|mysql_server|mariadb_server|cosmosdb_account|redis_cache|cognitive_account|search_service|data_factory|eventgrid_domain|synapse_workspace|storage_sync|databricks_workspace))$/.test(
        block.type,
      )
        ? ['publicly_accessible', 'public_network_access_enabled'].flatMap((key) =>
            entryWhere(block.body, key, (_, node) => isTrue(node)),
          )
        : [],
    positives: [
      resource('aws_db_instance', '  publicly_accessible = true # HERE'),
      resource('azurerm_mssql_server', '  public_network_access_enabled = true # HERE'),
    ],
    negatives: [
      resource('aws_db_instance', '  publicly_accessible = false'),
      resource('aws_instance', '  publicly_accessible = true'),
    ],
  },
];
