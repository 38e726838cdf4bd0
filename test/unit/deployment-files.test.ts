import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { type Document, envFile, readImage, yamlDocuments, yamlFile } from '../support/deployment/deployment-files.ts';
import { schemaProblems } from '../support/deployment/kubernetes-schemas.ts';

// Checks what can be checked without Docker and Kubernetes.

const manifests = 'deploy/kubernetes';
const knownVariables = matchesIn('.env.example', /(?<=^# )[A-Z][A-Z0-9_]*(?==)/gm);
const commands = matchesIn('src/cli/main.ts', /(?<=^ {2}'?)[\w-]+(?='?: \(\) => import)/gm);

/** The time a process needs to exit after DRAIN_SECONDS: see .env.example. */
const exitSeconds = 6;

function matchesIn(path: string, pattern: RegExp): string[] {
  return [...readFileSync(path, 'utf8').matchAll(pattern)].map(([match]) => match);
}

function expectKnownVariables(variables: Iterable<string>) {
  expect([...variables].filter((name) => !knownVariables.includes(name))).toEqual([]);
}

function expectCommand(args: readonly string[]) {
  expect(args).toHaveLength(1);
  expect(commands).toContain(args[0]);
}

describe('the image', () => {
  const image = readImage();

  test('has a pinned base image and an unprivileged user', () => {
    expect(image.baseImage).toMatch(/^\d+\.\d+\.\d+-/);
    expect(['', 'root', '0']).not.toContain(image.user);
  });

  test('sets known variables and runs an existing command', () => {
    const { NODE_ENV, ...settings } = image.env;
    expect(NODE_ENV).toBe('production');
    expectKnownVariables(Object.keys(settings));
    expect(readConfig(settings)).toMatchObject({ host: '0.0.0.0', dataDir: '/data' });
    expectCommand(image.command);
  });

  test('gets every input of the build and copies only existing files', async () => {
    const kept = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => new RegExp(`^${line.slice(1).replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`));
    const { steps } = (await import(new URL('../../bin/build-steps.mjs', import.meta.url).href)) as {
      steps: { inputs: string[] }[];
    };
    const built = ['dist', 'node_modules'];
    const copied = image.copies.map(([from]) => from).filter((from) => !built.includes(from));
    for (const path of [...steps.flatMap(({ inputs }) => inputs), ...copied]) {
      expect([path, kept.some((pattern) => pattern.test(path))]).toEqual([path, true]);
      expect([path, existsSync(path)]).toEqual([path, true]);
    }
  });
});

describe('compose.yaml', () => {
  const { services, configs, volumes }: Document = yamlFile('deploy/compose.yaml');
  const example = envFile('deploy/.env.example');
  const filledIn = (value: string) => value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name) => example[name] ?? '');
  const settingsOf = (service: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries<string>(services[service].environment).map(([name, value]) => [name, filledIn(value)]),
    );

  test('uses exactly the variables of deploy/.env.example', () => {
    const used = new Set(matchesIn('deploy/compose.yaml', /(?<=\$\{)\w+/g));
    expect([...used].sort()).toEqual(Object.keys(example).sort());
  });

  test('queues jobs when all workers are busy, also with many more workers', () => {
    const { limits } = readConfig(settingsOf('api'));
    const { renderWorkers } = readConfig(settingsOf('worker'));
    expect(limits.maxRendering).toBeGreaterThanOrEqual(10 * services.worker.deploy.replicas * renderWorkers);
  });

  test.each(['api', 'worker', 'bucket'])('sets known variables for the %s', (service) => {
    const settings = settingsOf(service);
    expectKnownVariables(Object.keys(settings));
    expect(readConfig(settings)).toMatchObject({
      database: { kind: 'url', url: expect.stringContaining('@postgres:5432/') },
      storage: { kind: 's3', endpoint: 'http://storage:8333', pathStyle: true },
      webhookSecret: example.WEBHOOK_SECRET,
    });
  });

  test('runs existing commands', () => {
    expectCommand(services.api.command);
    expectCommand(services.worker.command);
    expectCommand(services.bucket.command);
  });

  test('gives workers the address of the API', () => {
    const { port } = readConfig(readImage().env);
    expect(settingsOf('worker').SERVICE_URL).toBe(`http://api:${port}`);
    expect(services.api.ports).toEqual([`${port}:${port}`]);
  });

  test.each(['api', 'worker'])('does not publish the metrics of the %s', (service) => {
    const { port, metricsPort } = readConfig({ ...readImage().env, ...settingsOf(service) });
    expect(metricsPort).not.toBeNull();
    expect(metricsPort).not.toBe(port);
    expect((services[service].ports ?? []).join()).not.toContain(String(metricsPort));
  });

  test.each(['api', 'worker'])('gives the %s enough time to stop', (service) => {
    const { drainSeconds } = readConfig(settingsOf(service));
    expect(Number.parseInt(services[service].stop_grace_period, 10)).toBeGreaterThan(drainSeconds + exitSeconds);
  });

  test('restarts crashed services, waits for dependencies and pins versions', () => {
    for (const [name, service] of Object.entries<Document>(services)) {
      expect([name, service.restart]).toEqual([name, name === 'bucket' ? 'on-failure' : 'unless-stopped']);
      if (service.build === undefined) expect(service.image).toMatch(/:\d+\.\d+/);
      if (name !== 'worker' && name !== 'bucket' && service.build === undefined) {
        expect(service.healthcheck.test.length).toBeGreaterThan(0);
      }
      for (const [needed, { condition }] of Object.entries<Document>(service.depends_on ?? {})) {
        expect(services[needed]).toBeDefined();
        expect(condition).toBe(needed === 'bucket' ? 'service_completed_successfully' : 'service_healthy');
      }
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':');
        if (/^\w/.test(source)) expect(volumes).toHaveProperty([source]);
      }
    }
  });

  test.each(['api', 'worker'])('mounts the library in the %s', (service) => {
    expect(services[service].volumes.map(filledIn)).toContain(`${example.BEATMAP_LIBRARY}:/data/beatmaps:ro`);
  });

  test('gives the storage the same keys as the service', () => {
    const [identity] = JSON.parse(filledIn(configs['storage-keys'].content)).identities;
    expect(identity.credentials).toEqual([
      { accessKey: example.S3_ACCESS_KEY_ID, secretKey: example.S3_SECRET_ACCESS_KEY },
    ]);
  });
});

describe('the Kubernetes manifests', () => {
  const components = ['autoscaler', 'library'];
  const files = readdirSync(manifests).filter((name) => name.endsWith('.yaml'));
  const base = files.filter((name) => name !== 'kustomization.yaml').flatMap((name) => documentsOf(name));
  const added = components.flatMap((name) => resourcesOf(`${name}/kustomization.yaml`).flatMap(documentsOf));
  const find = (kind: string, name: string): Document =>
    [...base, ...added].find((document) => document.kind === kind && document.metadata?.name === name);
  const podOf = (name: string): Document => find('Deployment', name).spec.template.spec;
  const deployments = ['reprise-api', 'reprise-worker'];

  function documentsOf(name: string): Document[] {
    return yamlDocuments(join(manifests, name));
  }

  function resourcesOf(kustomization: string): string[] {
    const [{ resources }] = documentsOf(kustomization);
    return resources.map((name: string) => join(dirname(kustomization), name));
  }

  test('are all applied, together with the operator’s secrets', () => {
    const others = files.filter((name) => name !== 'kustomization.yaml');
    expect(resourcesOf('kustomization.yaml').toSorted()).toEqual(
      others.map((name) => name.replace('secrets.example', 'secrets')).toSorted(),
    );
    const optional = matchesIn(join(manifests, 'kustomization.yaml'), /(?<=^# {3}- )\w+/gm);
    expect(optional).toEqual(components);
  });

  test('match the schemas of Kubernetes and KEDA', async () => {
    expect(await schemaProblems([...base, ...added])).toEqual([]);
  });

  test('would not match them with a misspelt field, a wrong type, a missing field or an unknown version', async () => {
    const { spec, ...rest } = find('Deployment', 'reprise-api');
    const scaled = find('ScaledObject', 'reprise-worker');
    const [trigger] = scaled.spec.triggers;
    const problems = await schemaProblems([
      { ...scaled, spec: { ...scaled.spec, pollInterval: 10 } },
      { ...scaled, spec: { ...scaled.spec, triggers: [{ ...trigger, type: 'postgres' }] } },
      { ...rest, spec: { ...spec, replica: 2 } },
      { ...rest, spec: { ...spec, replicas: '2' } },
      { ...rest, spec: { ...spec, selector: undefined } },
      { ...rest, spec, apiVersion: 'apps/v2' },
    ]);
    const found = problems.join('\n');
    const expected = [
      '"replica"',
      "'string'",
      'selector',
      'kubernetes-types/apps/v2',
      '"pollInterval"',
      '"postgresql"',
    ];
    for (const problem of expected) expect(found).toContain(problem);
  });

  test('need nothing but PostgreSQL, a bucket and an ingress controller', () => {
    expect(base.map(({ apiVersion }) => apiVersion).filter((version) => version.startsWith('keda.sh/'))).toEqual([]);
    expect(base.map(({ kind }) => kind)).not.toContain('PersistentVolumeClaim');
    for (const name of deployments) expect(find('Deployment', name).spec.replicas).toBeGreaterThan(0);
    const { metadata, spec } = find('Ingress', 'reprise');
    expect(Object.keys(metadata.annotations).filter((annotation) => annotation.includes('snippet'))).toEqual([]);
    expect(spec).not.toHaveProperty('ingressClassName');
  });

  test.each(deployments)('give %s a valid configuration', (name) => {
    const [container] = podOf(name).containers;
    const own = Object.fromEntries(container.env.map((each: Document) => [each.name, each.value]));
    const shared = container.envFrom.map((from: Document) =>
      from.configMapRef
        ? find('ConfigMap', from.configMapRef.name).data
        : find('Secret', from.secretRef.name).stringData,
    );
    const settings = Object.assign({}, ...shared, own);
    expectKnownVariables(Object.keys(settings));
    const config = readConfig(settings);
    expect(config).toMatchObject({
      database: { kind: 'url' },
      storage: { kind: 's3' },
      clientIpHeader: 'x-forwarded-for',
    });
    expect(podOf(name).terminationGracePeriodSeconds).toBeGreaterThan(config.drainSeconds + exitSeconds);
    expectCommand(container.args);
    expect(container.ports).toEqual([
      { name: 'http', containerPort: readConfig(readImage().env).port },
      { name: 'metrics', containerPort: config.metricsPort },
    ]);
    const { annotations } = find('Deployment', name).spec.template.metadata;
    expect(annotations['prometheus.io/port']).toBe(String(config.metricsPort));
  });

  test.each(deployments)('run %s without unnecessary privileges', (name) => {
    const pod = podOf(name);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    const [container] = pod.containers;
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const mounted = container.volumeMounts.map((mount: Document) => mount.name).toSorted();
    expect(mounted).toEqual(pod.volumes.map((volume: Document) => volume.name).toSorted());
  });

  test.each(deployments)('spread the pods of %s over nodes and zones', (name) => {
    const { selector, template } = find('Deployment', name).spec;
    expect(template.spec.topologySpreadConstraints).toEqual(
      ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
        maxSkew: 1,
        topologyKey,
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: selector,
      })),
    );
  });

  test('route from the ingress through the service to the port of the API', () => {
    const { service } = find('Ingress', 'reprise').spec.rules[0].http.paths[0].backend;
    const { selector, ports } = find('Service', service.name).spec;
    expect(find('Deployment', 'reprise-api').spec.template.metadata.labels).toEqual(selector);
    expect(ports).toEqual([{ name: service.port.name, port: 80, targetPort: 'http' }]);
    const serviceUrl = podOf('reprise-worker').containers[0].env.find((each: Document) => each.name === 'SERVICE_URL');
    expect(serviceUrl.value).toBe(`http://${service.name}`);
  });

  test('let everyone reach the API, and only Prometheus the metrics', () => {
    const prometheus = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }];
    const metrics = { ports: [{ port: 'metrics' }], from: prometheus };
    const expected = { 'reprise-api': [{ ports: [{ port: 'http' }] }, metrics], 'reprise-worker': [metrics] };
    for (const [name, ingress] of Object.entries(expected)) {
      const { podSelector } = find('NetworkPolicy', name).spec;
      expect(find('NetworkPolicy', name).spec).toEqual({ podSelector, policyTypes: ['Ingress'], ingress });
      expect(podSelector).toEqual(find('Deployment', name).spec.selector);
    }
    const [{ to }] = find('NetworkPolicy', 'reprise-egress').spec.egress;
    expect(to.flatMap(({ ipBlock }: Document) => ipBlock?.except ?? [])).toContain('169.254.169.254/32');
  });

  test('scale the workers, and keep some pods of each kind while nodes are drained', () => {
    const { scaleTargetRef, maxReplicaCount, triggers } = find('ScaledObject', 'reprise-worker').spec;
    // Otherwise jobs would be refused instead of queued when all workers are busy.
    expect(Number(find('ConfigMap', 'reprise').data.MAX_RENDERING)).toBeGreaterThanOrEqual(2 * maxReplicaCount);
    const { secretTargetRef } = find('TriggerAuthentication', triggers[0].authenticationRef.name).spec;
    expect(find('Secret', secretTargetRef[0].name).stringData).toHaveProperty([secretTargetRef[0].key]);
    // Otherwise, every `kubectl apply` would set the number of workers back.
    expect(patchesOf('autoscaler')).toEqual([{ target: scaleTargetRef.name, op: 'remove', path: '/spec/replicas' }]);
    for (const name of deployments) {
      expect(find('PodDisruptionBudget', name).spec.selector).toEqual(find('Deployment', name).spec.selector);
    }
  });

  test('mount the library in API and workers', () => {
    expect(documentsOf('library/kustomization.yaml')[0].patches[0].target).toEqual({ kind: 'Deployment' });
    const [volume, mount] = patchesOf('library').map(({ value }) => value);
    expect(find('PersistentVolumeClaim', volume.persistentVolumeClaim.claimName).spec.accessModes).toEqual([
      'ReadOnlyMany',
    ]);
    expect(mount).toEqual({ name: volume.name, mountPath: '/data/beatmaps', readOnly: true });
  });

  function patchesOf(component: string): Document[] {
    const [{ patches }] = documentsOf(`${component}/kustomization.yaml`);
    return patches.flatMap(({ target, patch }: Document) =>
      parse(patch).map((operation: Document) => ({ target: target.name, ...operation })),
    );
  }
});
