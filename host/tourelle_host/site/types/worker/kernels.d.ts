// What site/viper.py makes of the search's functions: by module and name.
export function kernels(memory: ArrayBuffer): Record<string, Record<string, (...given: unknown[]) => number>>;
