// PostgreSQL's configuration, rewritten at every start so that an upgrade of innwire also updates the
// settings.
import { createHash } from 'node:crypto';
import { chown, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';

/**
 * Writes postgresql.conf and pg_hba.conf. An operator's `alter system` is kept in postgresql.auto.conf and
 * takes precedence.
 */
export async function writeSettings(cluster: Cluster): Promise<void> {
  await replaceFile(cluster, 'postgresql.conf', [HEADER, ...settings(cluster)].join('\n'));
  await replaceFile(cluster, 'pg_hba.conf', [HEADER, ...ACCESS].join('\n'));
}

/**
 * Returns the server's command-line arguments: settings that nothing may override. `-D` is first, because a
 * running server is recognised by it (see isServerOf).
 */
export function startArguments(data: string, port: number): string[] {
  return [
    '-D',
    data,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `port=${port}`,
    '-c',
    'unix_socket_directories=',
  ];
}

/** Returns the cluster's name, which appears in the titles of its processes and so identifies them. */
export function clusterName(data: string): string {
  return `innwire-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`;
}

const HEADER = '# Written by innwire at every start. Use "alter system set ..." for settings of your own.';

const ACCESS = [
  'host all all 127.0.0.1/32 scram-sha-256',
  // for pg_basebackup
  'host replication all 127.0.0.1/32 scram-sha-256',
  '',
];

function settings({ data, durable }: Cluster): string[] {
  const onOff = durable ? 'on' : 'off';
  return [
    `cluster_name = '${clusterName(data)}'`,
    // An acknowledged booking must survive a power cut.
    `fsync = ${onOff}`,
    `synchronous_commit = ${onOff}`,
    `full_page_writes = ${onOff}`,
    // On macOS a plain fsync leaves data in the drive's cache.
    ...(process.platform === 'darwin' ? ['wal_sync_method = fsync_writethrough'] : []),

    // For a small machine with two cores that also runs other programs.
    'max_connections = 100',
    'shared_buffers = 128MB',
    'effective_cache_size = 1GB',
    'maintenance_work_mem = 64MB',
    // On solid-state disks random reads cost almost as little as sequential ones.
    'random_page_cost = 1.1',
    // Compiling a plan takes longer than our short statements run.
    'jit = off',
    // No parallel plans: they gain nothing on two busy cores, and their shared memory overflows Docker's 64
    // MB /dev/shm.
    'max_parallel_workers_per_gather = 0',
    'max_parallel_maintenance_workers = 0',
    // Fewer idle processes: I/O workers and logical replication are of no use to a database of this size.
    'io_method = sync',
    'max_logical_replication_workers = 0',

    // New tables get statistics soon: without them foreign keys may be checked with the wrong index.
    'autovacuum_naptime = 10s',

    // Rare checkpoints write fewer full pages; replaying 1 GB of log after a crash takes some ten seconds.
    'wal_compression = on',
    'max_wal_size = 1GB',
    'min_wal_size = 80MB',
    'checkpoint_timeout = 10min',
    'checkpoint_completion_target = 0.9',

    // The log is about the server, not statements: their texts and values may contain tokens and guests'
    // data.
    'logging_collector = off',
    'log_destination = stderr',
    "log_line_prefix = '%m [%p] '",
    'log_min_messages = log',
    'log_min_error_statement = panic',
    'log_error_verbosity = terse',
    'log_checkpoints = off',

    // Independent of the machine's locale and time zone.
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "datestyle = 'iso, ymd'",
    "lc_messages = 'C'",
    "lc_monetary = 'C'",
    "lc_numeric = 'C'",
    "lc_time = 'C'",
    '',
  ];
}

async function replaceFile({ data, account }: Cluster, name: string, text: string): Promise<void> {
  const draft = join(data, `${name}.new`);
  await rm(draft, { force: true });
  // 'wx': as root we write into another account's directory and must not follow a link that it may have
  // created
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  if (account !== undefined) await chown(draft, account.uid, account.gid);
  await rename(draft, join(data, name));
}
