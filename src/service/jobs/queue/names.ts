/** The names under which pg-boss keeps our queues; they are stored in the database. */
export const schemaName = 'pgboss';
export const renderQueue = 'render';
export const deadLetterQueue = 'render-dead-letters';
/** pg-boss's table of entries. */
export const entriesTable = `${schemaName}.job`;
