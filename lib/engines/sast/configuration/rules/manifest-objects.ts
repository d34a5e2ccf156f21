import {
  entryOf,
  entryWhere,
  isOn,
  itemsOf,
  textsOf,
  valueAt,
  type ConfigNode,
  type Spot,
} from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { KubernetesObject } from '../subjects/manifest.ts';
import { access } from './manifest-samples.ts';

const isRole = ({ kind }: KubernetesObject): boolean => kind === 'Role' || kind === 'ClusterRole';
const isBinding = ({ kind }: KubernetesObject): boolean =>
  kind === 'RoleBinding' || kind === 'ClusterRoleBinding';

const grantsOf = (object: KubernetesObject): readonly ConfigNode[] =>
  isRole(object) ? itemsOf(valueAt(object.node, 'rules')) : [];

const has = (grant: ConfigNode, key: string, ...values: readonly string[]): boolean =>
  textsOf(valueAt(grant, key)).some((value) => values.includes(value));

const entriesAt = (nodes: readonly ConfigNode[], key: string): Spot[] =>
  nodes.map((node) => entryOf(node, key)).filter((entry) => entry !== undefined);

/** The API groups of secrets and roles; custom resources have groups of their own. */
const wideGroups = ['*', '', 'rbac.authorization.k8s.io'];

/** Rules for the other Kubernetes objects. */
export const objectRules: readonly ConfigurationRule<KubernetesObject>[] = [
  {
    id: 'k8s-wildcard-role',
    cwe: 'CWE-269',
    severity: 'medium',
    title: 'Role allows everything',
    message:
      'Every verb on every resource includes secrets and roles: anyone with the role controls the namespace or the cluster.',
    help: 'List the verbs and resources that are needed.',
    find: (object) =>
      entriesAt(
        grantsOf(object).filter(
          (grant) =>
            has(grant, 'verbs', '*') &&
            has(grant, 'resources', '*') &&
            has(grant, 'apiGroups', ...wideGroups),
        ),
        'verbs',
      ),
    positives: [
      access('ClusterRole', 'rules:\n  - apiGroups: ["*"]\n    resources: ["*"]\n    verbs: ["*"] # HERE\n'),
    ],
    negatives: [
      access(
        'ClusterRole',
        'rules:\n  - apiGroups: ["*"]\n    resources: ["*"]\n    verbs: [get, list, watch]\n',
      ),
      access('Role', 'rules:\n  - apiGroups: [apps]\n    resources: [deployments]\n    verbs: ["*"]\n'),
      access('Role', 'rules:\n  - apiGroups: [example.com]\n    resources: ["*"]\n    verbs: ["*"]\n'),
    ],
  },
  {
    id: 'k8s-escalating-role',
    cwe: 'CWE-269',
    severity: 'medium',
    title: 'Role that may give itself more rights',
    message: 'With escalate, bind or impersonate whoever has the role takes any other one.',
    help: 'Name the one role or user that may be bound or impersonated in resourceNames, or remove the verb.',
    find: (object) =>
      entriesAt(
        grantsOf(object).filter(
          (grant) =>
            has(grant, 'verbs', 'escalate', 'impersonate', 'bind') &&
            valueAt(grant, 'resourceNames') === undefined,
        ),
        'verbs',
      ),
    positives: [
      access(
        'ClusterRole',
        'rules:\n  - apiGroups: [""]\n    resources: [users]\n    verbs: [impersonate] # HERE\n',
      ),
      access('Role', 'rules:\n  - resources: [roles]\n    verbs: [get, escalate] # HERE\n'),
      access('Role', 'rules:\n  - resources: [roles]\n    verbs: [bind] # HERE\n'),
    ],
    negatives: [
      access('Role', 'rules:\n  - resources: [roles]\n    verbs: [get]\n'),
      access('Role', 'rules:\n  - resources: [roles]\n    verbs: [bind]\n    resourceNames: [viewer]\n'),
    ],
  },
  {
    id: 'k8s-admin-binding',
    cwe: 'CWE-269',
    severity: 'medium',
    title: 'Administrator of the cluster by a binding',
    message: 'Whoever gets a token of this account has the whole cluster.',
    help: 'Bind a role with the rights that are needed.',
    find: (object) =>
      object.kind === 'ClusterRoleBinding'
        ? entryWhere(valueAt(object.node, 'roleRef'), 'name', (name) => name === 'cluster-admin')
        : [],
    positives: [
      access(
        'ClusterRoleBinding',
        'roleRef:\n  kind: ClusterRole\n  name: cluster-admin # HERE\nsubjects:\n  - kind: ServiceAccount\n    name: a\n',
      ),
    ],
    negatives: [
      access('ClusterRoleBinding', 'roleRef:\n  kind: ClusterRole\n  name: view\n'),
      access('ClusterRole', 'roleRef:\n  name: cluster-admin\n'),
    ],
  },
  {
    id: 'k8s-anonymous-binding',
    cwe: 'CWE-306',
    severity: 'high',
    title: 'Rights for whoever asks',
    message: 'The binding gives rights to requests without credentials, or to every account of the cluster.',
    help: 'Bind the accounts that need the role.',
    find: (object) =>
      (isBinding(object) ? itemsOf(valueAt(object.node, 'subjects')) : []).flatMap((subject) =>
        entryWhere(subject, 'name', (name) => ['system:anonymous', 'system:unauthenticated'].includes(name)),
      ),
    positives: [
      access(
        'RoleBinding',
        'roleRef:\n  name: view\nsubjects:\n  - kind: User\n    name: system:anonymous # HERE\n',
      ),
      access(
        'ClusterRoleBinding',
        'roleRef:\n  name: view\nsubjects:\n  - kind: Group\n    name: system:unauthenticated # HERE\n',
      ),
    ],
    negatives: [
      access('RoleBinding', 'roleRef:\n  name: view\nsubjects:\n  - kind: Group\n    name: developers\n'),
    ],
  },
  {
    id: 'k8s-tls-unverified',
    cwe: 'CWE-295',
    severity: 'medium',
    title: 'Certificate of an API not verified',
    message:
      'Who stands between the API server and the service answers in its place, and reads what is sent.',
    help: 'State caBundle, and remove insecureSkipTLSVerify.',
    find: ({ node, kind }) => [
      ...(kind === 'APIService' ? entryWhere(valueAt(node, 'spec'), 'insecureSkipTLSVerify', isOn) : []),
      ...(kind === 'Config' ? itemsOf(valueAt(node, 'clusters')) : []).flatMap((each) =>
        entryWhere(valueAt(each, 'cluster'), 'insecure-skip-tls-verify', isOn),
      ),
    ],
    positives: [
      [
        'config.yaml',
        'apiVersion: v1\nkind: Config\nclusters:\n  - cluster:\n      insecure-skip-tls-verify: true # HERE\n',
      ],
      [
        'a.yaml',
        'apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata:\n  name: a\nspec:\n  insecureSkipTLSVerify: true # HERE\n',
      ],
    ],
    negatives: [
      [
        'a.yaml',
        'apiVersion: v1\nkind: Config\nclusters:\n  - cluster:\n      insecure-skip-tls-verify: false\n',
      ],
      [
        'a.yaml',
        'apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata:\n  name: a\nspec:\n  caBundle: YQ==\n',
      ],
    ],
  },
  {
    id: 'k8s-open-ingress',
    cwe: 'CWE-668',
    severity: 'low',
    confidence: 'low',
    title: 'Service of the internet without a list of sources',
    message: 'A load balancer without loadBalancerSourceRanges takes connections from everywhere.',
    help: 'State loadBalancerSourceRanges, or make the balancer internal, where not everybody is meant.',
    find: ({ node, kind }) => {
      const spec = valueAt(node, 'spec');
      const annotations = valueAt(node, 'metadata', 'annotations');
      const isInternal =
        annotations?.kind === 'map' && annotations.entries.some(({ key }) => /internal|scheme/i.test(key));
      const isOpen = entryOf(spec, 'loadBalancerSourceRanges') === undefined;
      return kind === 'Service' && isOpen && !isInternal
        ? entryWhere(spec, 'type', (type) => type === 'LoadBalancer')
        : [];
    },
    positives: [
      ['a.yaml', 'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  type: LoadBalancer # HERE\n'],
    ],
    negatives: [
      [
        'a.yaml',
        'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n  annotations:\n    owner: b\n    service.beta.kubernetes.io/aws-load-balancer-internal: "true"\nspec:\n  type: LoadBalancer\n',
      ],
      ['a.yaml', 'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  type: ClusterIP\n'],
      [
        'a.yaml',
        'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  type: LoadBalancer\n  loadBalancerSourceRanges: [10.0.0.0/8]\n',
      ],
    ],
  },
];
