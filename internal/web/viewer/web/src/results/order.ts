// The order of a table, as the address has it: its column, with a minus if what is more comes first.

export interface Order {
  readonly key: string;
  readonly down: boolean;
}

export function orderOf(text: string | null): Order | undefined {
  const [, down, key] = /^(-?)(.+)$/.exec(text ?? "") ?? [];
  return key === undefined ? undefined : { key, down: down === "-" };
}

// write has the order in an address under a name, or nothing there.
export function write(address: URLSearchParams, name: string, order: Order | undefined): void {
  if (order === undefined) {
    address.delete(name);
  } else {
    address.set(name, (order.down ? "-" : "") + order.key);
  }
}
