import { randomUUID } from 'node:crypto';
import { messageOf } from '../../failure.ts';
import { callbackJson, keyJson } from '../../service/administration/index.ts';
import {
  createAddressRule,
  listUndelivered,
  readCallbackUrl,
  sendMessage,
  type UndeliveredCallback,
} from '../../service/callbacks/index.ts';
import {
  defaultKeyOptions,
  type Key,
  type KeyOptions,
  keyPriorities,
  type NewKey,
  stateOf,
} from '../../service/keys/index.ts';
import { parseCount } from '../args/count.ts';
import { parseFutureDate } from '../args/future-date.ts';
import { parseName } from '../args/name.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output } from '../output/output.ts';
import { formatFields, formatTable, formatTime } from '../output/table.ts';
import { forEachNamed, withInstallation } from '../wiring/with-installation.ts';

const name = 'keys';
const help = `bin/reprise keys create NAME [--per-minute ${defaultKeyOptions.submissionsPerMinute}] [--active ${defaultKeyOptions.maxActive}]
                         [--priority low|normal|high] [--expires DATE] [--json]
bin/reprise keys list [--json]
bin/reprise keys show ID|NAME [--json]
bin/reprise keys revoke ID|NAME…
bin/reprise keys test-callback ID|NAME URL
bin/reprise keys callbacks [--json]
bin/reprise keys retry-callbacks

Administers the keys that clients send as "Authorization: Bearer KEY". A new key is printed once: only a hash of it is stored.

  create             creates a key and prints it, with its callback secret
  list               lists the keys
  show               shows one key with its limits and its usage
  revoke             refuses a key from now on, for good
  test-callback      sends a signed test message to a URL, as jobs with this callback_url do
  callbacks          lists the messages about jobs that could not be delivered
  retry-callbacks    sends the messages again that were given up

  --per-minute N   submissions of the key and all its users per minute
  --active N       unfinished jobs of the key and all its users
  --priority P     how often its jobs are taken from the queue: low (half as often), normal (the default) or high (twice)
  --expires DATE   when the key stops working: 2027-01-31, which is the start of that day in UTC, or 2027-01-31T12:00:00Z

Works whether the service is running or not. A running service refuses a revoked key after at most 3 seconds.
`;

const options = {
  'per-minute': { type: 'string' },
  active: { type: 'string' },
  priority: { type: 'string' },
  expires: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Of submissions and of jobs. */
const countRange = { min: 1, max: 1_000_000 };

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values, positionals: [action, ...names] }) => {
    const print = createPrint(output, values.json);

    switch (action) {
      case 'create': {
        const name = parseName(oneOf(names));
        const keyOptions = parseKeyOptions(values);
        return withInstallation(async ({ operator }) => {
          const created = await operator.createKey(name, keyOptions);
          const { key, token, callbackSecret } = created;
          print(newKeyText(created), { id: key.id, name: key.name, key: token, callback_secret: callbackSecret });
          return 0;
        });
      }
      case 'list':
        if (names.length > 0) throw new UsageError('"keys list" takes no name.');
        return withInstallation(async ({ keys }) => {
          const found = await keys.list();
          print(listText(found), found.map(jsonOf));
          return 0;
        });
      case 'show': {
        const name = oneOf(names);
        return withInstallation(async ({ keys }) => {
          const key = await keys.get(name);
          const shown = { ...jsonOf(key), active_jobs: await keys.countActiveJobs(key) };
          print(formatFields(shown), shown);
          return 0;
        });
      }
      case 'revoke':
        if (names.length === 0) throw new UsageError('Name at least one key.');
        return forEachNamed(names, output, async ({ operator }, name) => {
          const key = await operator.revokeKey(name);
          print(`Revoked ${key.name} (${key.id}).\n`, jsonOf(key));
        });
      case 'test-callback': {
        const [name, url, ...others] = names;
        if (name === undefined || url === undefined || others.length > 0) throw new UsageError('Name a key and a URL.');
        return withInstallation(async ({ keys, config }) => {
          const key = await keys.get(name);
          const rule = createAddressRule({ hosts: config.callbackHosts });
          const read = readCallbackUrl(url, rule);
          if ('problem' in read) throw new UsageError(`The URL is refused: ${withHint(read.problem)}`);
          const now = new Date();
          const body = JSON.stringify({ type: 'callback.test', timestamp: now.toISOString(), data: { key: key.name } });
          const message = { id: `msg_${randomUUID()}`, sentAtUnixSeconds: Math.floor(now.getTime() / 1000), body };
          const secret = await keys.callbackSecretOf(key);
          try {
            await sendMessage(read.url, message, { secret, rule, signal: new AbortController().signal });
          } catch (error) {
            output.stderr.write(`Not delivered: ${withHint(messageOf(error))}\n`);
            return 1;
          }
          print('Delivered.\n', { delivered: true, id: message.id });
          return 0;
        });
      }
      case 'callbacks':
        if (names.length > 0) throw new UsageError('"keys callbacks" takes no name.');
        return withInstallation(async ({ database }) => {
          const found = await listUndelivered(database.db);
          print(callbacksText(found), found.map(callbackJson));
          return 0;
        });
      case 'retry-callbacks':
        if (names.length > 0) throw new UsageError('"keys retry-callbacks" takes no name.');
        return withInstallation(async ({ operator }) => {
          const retried = await operator.retryCallbacks();
          print(`${retried} messages are sent again.\n`, { retried });
          return 0;
        });
      default:
        throw new UsageError(
          action === undefined
            ? 'Say create, list, show, revoke, test-callback, callbacks or retry-callbacks.'
            : `There is no "keys ${action}".`,
        );
    }
  });
}

/** The service does not tell its clients about this setting, but an operator can change it. */
function withHint(problem: string): string {
  return problem.includes('private network') ? `${problem} Set CALLBACK_HOSTS to allow it.` : problem;
}

function oneOf(names: readonly string[]): string {
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) throw new UsageError('Name exactly one key.');
  return name;
}

interface KeyOptionValues {
  readonly 'per-minute'?: string | undefined;
  readonly active?: string | undefined;
  readonly priority?: string | undefined;
  readonly expires?: string | undefined;
}

function parseKeyOptions(values: KeyOptionValues): KeyOptions {
  const priority = keyPriorities.find((known) => known === values.priority);
  if (values.priority !== undefined && priority === undefined) {
    throw new UsageError(`--priority must be one of ${keyPriorities.join(', ')}.`);
  }
  const { 'per-minute': perMinute, active } = values;
  const { submissionsPerMinute, maxActive } = defaultKeyOptions;
  return {
    submissionsPerMinute:
      perMinute === undefined ? submissionsPerMinute : parseCount(perMinute, '--per-minute', countRange),
    maxActive: active === undefined ? maxActive : parseCount(active, '--active', countRange),
    priority: priority ?? defaultKeyOptions.priority,
    expiresAt: values.expires === undefined ? null : parseFutureDate(values.expires, '--expires'),
  };
}

function newKeyText({ key, token, callbackSecret }: NewKey): string {
  return `Created the key ${key.name} (${key.id}). Neither of these is shown again:

key              ${token}
callback secret  ${callbackSecret}
`;
}

function listText(keys: readonly Key[]): string {
  const headings = ['key', 'name', 'state', 'per minute', 'active', 'priority', 'expires', 'last used', 'submissions'];
  const rows = keys.map((key) => [
    key.id,
    key.name,
    stateOf(key, new Date()),
    String(key.submissionsPerMinute),
    String(key.maxActive),
    key.priority,
    key.expiresAt === null ? 'never' : formatTime(key.expiresAt),
    key.lastUsedAt === null ? 'never' : formatTime(key.lastUsedAt),
    String(key.submissions),
  ]);
  return formatTable(headings, rows);
}

function jsonOf(key: Key) {
  return { ...keyJson(key), revoked_at: key.revokedAt?.toISOString() ?? null };
}

function callbacksText(callbacks: readonly UndeliveredCallback[]): string {
  const headings = ['job', 'key', 'event', 'since', 'tries', 'next', 'reason'];
  const rows = callbacks.map(({ jobId, keyName, event, createdAt, tries, dueAt, lastError }) => [
    jobId,
    keyName,
    event,
    formatTime(createdAt),
    String(tries),
    dueAt === null ? 'given up' : formatTime(dueAt),
    lastError ?? '-',
  ]);
  return formatTable(headings, rows);
}
