import {
  entryOf,
  entryWhere,
  isTrue,
  itemsOf,
  textsOf,
  valueAt,
  type ConfigNode,
  type Entry,
  type Spot,
} from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { KubernetesObject, Pod } from '../subjects/manifest.ts';
import { access, pod } from './manifest-samples.ts';

const runtimeSocket = /\/(?:docker|containerd|crio|cri-dockerd|podman)(?:\/\w{1,30})?\.sock$/;
/** Folders of a node whose content gives the node away. */
const sensitive =
  /^\/(?:$|(?:etc|root|home|proc|sys|dev|boot|var|run|usr|bin|sbin|lib|lib64)\/?$|etc\/(?:kubernetes|shadow|ssh|cron)|root\/|var\/(?:lib\/(?:kubelet|docker|containerd|etcd)|run)(?:\/|$)|home\/)/;

const hostPaths = ({ spec }: Pod, test: (path: string) => boolean): Entry[] =>
  itemsOf(valueAt(spec, 'volumes'))
    .map((volume) => valueAt(volume, 'hostPath'))
    .flatMap((hostPath) => entryWhere(hostPath, 'path', test));

const isSet = ({ spec }: Pod, ...keys: readonly string[]): Entry[] =>
  keys.flatMap((key) => entryWhere(spec, key, (value) => value === 'true'));

/** Rules for the pods of Kubernetes. */
export const podRules: readonly ConfigurationRule<Pod>[] = [
  {
    id: 'k8s-host-namespace',
    cwe: 'CWE-653',
    severity: 'medium',
    title: 'Pod sees the processes of its node',
    message:
      'The pod shares the processes or the memory of the node: it reads secrets of others there, and may end or debug them.',
    help: 'Remove hostPID and hostIPC.',
    find: (subject) => isSet(subject, 'hostPID', 'hostIPC'),
    positives: [pod('hostPID: true # HERE\n'), pod('hostIPC: true # HERE\n')],
    negatives: [pod('hostPID: false\n'), pod('hostNetwork: true\n')],
  },
  {
    id: 'k8s-host-network',
    cwe: 'CWE-653',
    severity: 'low',
    title: 'Pod in the network of its node',
    message:
      'Network policies do not hold for the pod, and services that listen only for the node answer it.',
    help: 'Remove hostNetwork, and open a port by a service.',
    find: (subject) => isSet(subject, 'hostNetwork'),
    positives: [pod('hostNetwork: true # HERE\n')],
    negatives: [pod('hostNetwork: false\n')],
  },
  {
    id: 'k8s-runtime-socket',
    cwe: 'CWE-250',
    severity: 'high',
    title: 'Socket of the container runtime mounted',
    message:
      'Whoever writes to the socket starts privileged containers: a flaw of this pod gives the node away.',
    help: 'Leave the socket out; build images by a builder that needs none.',
    find: (subject) => hostPaths(subject, (path) => runtimeSocket.test(path)),
    positives: [
      pod('volumes:\n  - name: a\n    hostPath:\n      path: /var/run/docker.sock # HERE\n'),
      pod('volumes:\n  - name: a\n    hostPath: {path: /run/containerd/containerd.sock} # HERE\n'),
    ],
    negatives: [pod('volumes:\n  - name: a\n    hostPath:\n      path: /var/log\n')],
  },
  {
    id: 'k8s-host-path',
    cwe: 'CWE-668',
    severity: 'medium',
    title: 'Sensitive folder of the node mounted',
    message:
      'The pod reads, and unless it is read-only changes, what the node itself runs on: keys, programs, processes.',
    help: 'Use a volume of the cluster; where the node is needed, mount the one file, read-only.',
    find: (subject) => hostPaths(subject, (path) => sensitive.test(path) && !runtimeSocket.test(path)),
    positives: [
      pod('volumes:\n  - name: a\n    hostPath:\n      path: / # HERE\n'),
      pod('volumes:\n  - name: a\n    hostPath:\n      path: /etc/kubernetes/pki # HERE\n'),
      pod('volumes:\n  - name: a\n    hostPath: {path: /proc} # HERE\n'),
    ],
    negatives: [
      pod('volumes:\n  - name: a\n    emptyDir: {}\n'),
      pod('volumes:\n  - name: a\n    hostPath:\n      path: /mnt/disks/a\n'),
      pod('volumes:\n  - name: a\n    hostPath:\n      path: /var/run/docker.sock\n'),
    ],
  },
  {
    id: 'k8s-other-host-path',
    cwe: 'CWE-668',
    severity: 'low',
    confidence: 'low',
    title: 'Folder of the node mounted',
    message: 'Pods of one node share the folder, and what it holds outlives them.',
    help: 'Use a volume of the cluster, or emptyDir.',
    find: (subject) => hostPaths(subject, (path) => !sensitive.test(path) && !runtimeSocket.test(path)),
    positives: [pod('volumes:\n  - name: a\n    hostPath:\n      path: /mnt/disks/a # HERE\n')],
    negatives: [
      pod('volumes:\n  - name: a\n    hostPath:\n      path: /etc\n'),
      pod('volumes:\n  - name: a\n    emptyDir: {}\n'),
    ],
  },
  {
    id: 'k8s-unsafe-sysctl',
    cwe: 'CWE-250',
    severity: 'low',
    title: 'Parameter of the kernel changed by a pod',
    message: 'Parameters outside of the safe set are shared with the node, and with its other pods.',
    help: 'Set the parameter on the node, or leave it as it is.',
    find: ({ spec }) =>
      itemsOf(valueAt(spec, 'securityContext', 'sysctls')).flatMap((each) =>
        entryWhere(each, 'name', (name) => /^(?:kernel\.(?!shm_rmid_forced$)|fs\.|vm\.)/.test(name)),
      ),
    positives: [
      pod('securityContext:\n  sysctls:\n    - name: kernel.msgmax # HERE\n      value: "65536"\n'),
    ],
    negatives: [
      pod(
        'securityContext:\n  sysctls:\n    - name: net.ipv4.ip_unprivileged_port_start\n      value: "0"\n',
      ),
    ],
  },
];

const isRole = ({ kind }: KubernetesObject): boolean => kind === 'Role' || kind === 'ClusterRole';
const isBinding = ({ kind }: KubernetesObject): boolean =>
  kind === 'RoleBinding' || kind === 'ClusterRoleBinding';

const grantsOf = (object: KubernetesObject): readonly ConfigNode[] =>
  isRole(object) ? itemsOf(valueAt(object.node, 'rules')) : [];

const has = (grant: ConfigNode, key: string, ...values: readonly string[]): boolean =>
  textsOf(valueAt(grant, key)).some((value) => values.includes(value));

const entriesAt = (nodes: readonly ConfigNode[], key: string): Spot[] =>
  nodes.map((node) => entryOf(node, key)).filter((entry) => entry !== undefined);

/** Rules for the other objects of Kubernetes. */
export const objectRules: readonly ConfigurationRule<KubernetesObject>[] = [
  {
    id: 'k8s-wildcard-role',
    cwe: 'CWE-269',
    severity: 'medium',
    title: 'Role that may do everything',
    message:
      'Every verb on every resource includes secrets and roles: whoever has the role has the namespace or the cluster.',
    help: 'Name the verbs and the resources that are needed.',
    find: (object) =>
      entriesAt(
        grantsOf(object).filter((grant) => has(grant, 'verbs', '*') && has(grant, 'resources', '*')),
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
    title: 'Certificate of an API service not verified',
    message:
      'Who stands between the API server and the service answers in its place, and reads what is sent.',
    help: 'State caBundle, and remove insecureSkipTLSVerify.',
    find: ({ node, kind }) => {
      const entry = entryOf(valueAt(node, 'spec'), 'insecureSkipTLSVerify');
      return kind === 'APIService' && entry && isTrue(entry.value) ? [entry] : [];
    },
    positives: [
      [
        'a.yaml',
        'apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata:\n  name: a\nspec:\n  insecureSkipTLSVerify: true # HERE\n',
      ],
    ],
    negatives: [
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
      ['a.yaml', 'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  type: ClusterIP\n'],
      [
        'a.yaml',
        'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  type: LoadBalancer\n  loadBalancerSourceRanges: [10.0.0.0/8]\n',
      ],
    ],
  },
];
