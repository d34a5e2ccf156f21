import { entryWhere, isOn, itemsOf, valueAt, type Entry } from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { Pod } from '../subjects/manifest.ts';
import { pod } from './manifest-samples.ts';

const runtimeSocket = /\/(?:docker|containerd|crio|cri-dockerd|podman)(?:\/\w{1,30})?\.sock$/;
/** Directories of a node whose content gives control over the node. */
const sensitive =
  /^\/(?:$|(?:etc|root|home|proc|sys|dev|boot|var|run|usr|bin|sbin|lib|lib64)\/?$|etc\/(?:kubernetes|shadow|ssh|cron)|root\/|var\/(?:lib\/(?:kubelet|docker|containerd|etcd)|run)(?:\/|$)|home\/)/;

const hostPaths = ({ spec }: Pod, test: (path: string) => boolean): Entry[] =>
  itemsOf(valueAt(spec, 'volumes'))
    .map((volume) => valueAt(volume, 'hostPath'))
    .flatMap((hostPath) => entryWhere(hostPath, 'path', test));

const isSet = ({ spec }: Pod, ...keys: readonly string[]): Entry[] =>
  keys.flatMap((key) => entryWhere(spec, key, isOn));

/** Rules for Kubernetes pods. */
export const podRules: readonly ConfigurationRule<Pod>[] = [
  {
    id: 'k8s-host-namespace',
    cwe: 'CWE-653',
    severity: 'medium',
    title: 'Pod shares a host namespace',
    message:
      'The pod shares the processes or the memory of the node: it can read secrets of other processes there, and may kill or debug them.',
    help: 'Remove hostPID and hostIPC.',
    find: (subject) => isSet(subject, 'hostPID', 'hostIPC'),
    positives: [pod('hostPID: true # HERE\n'), pod('hostPID: on # HERE\n'), pod('hostIPC: true # HERE\n')],
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
    positives: [pod('hostNetwork: true # HERE\n'), pod('hostNetwork: Yes # HERE\n')],
    negatives: [pod('hostNetwork: false\n'), pod('hostNetwork: No\n')],
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
